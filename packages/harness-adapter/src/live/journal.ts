import type { HarnessClient } from '../harness/HarnessClient.js'
import type { Journal } from '../port/Journal.js'

/** Writes to the harness's log and screen. Nothing waits for it, and a harness that cannot be told is not told. */
export const journal = (client: HarnessClient | undefined): Journal => ({
  write: ({ level, message }) =>
    tell(() => client?.app.log({ body: { service: 'active-mode', level, message } })),
  toast: ({ level, message }) =>
    tell(() => client?.tui.showToast({ body: { title: 'Active mode', message, variant: level === 'warn' ? 'warning' : level } })),
})

const tell = (call: () => Promise<unknown> | undefined): void => {
  try {
    call()?.then(undefined, () => undefined)
  } catch {
    // The client throws at once where it cannot build the request. A line for a person is not worth a turn.
  }
}
