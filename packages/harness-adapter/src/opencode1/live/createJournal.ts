import type { Journal, JournalLine } from '../../notice/Journal.js'
import type { HarnessClient } from '../HarnessClient.js'

/** Writes to the harness's log and screen. Nothing waits for it, and a failure is ignored. */
export const createJournal = (client: HarnessClient | undefined): Journal => ({
  write: (line) => void writeLine(client, line),
  toast: ({ level, message }) =>
    void tell(() =>
      client?.tui.showToast({ body: { title: 'Active mode', message, variant: level === 'warn' ? 'warning' : level } }),
    ),
})

/** Writes a line to the harness's log. Answers whether the harness took it; never rejects. */
export const writeLine = (client: HarnessClient | undefined, { level, message }: JournalLine): Promise<boolean> =>
  tell(() => client?.app.log({ body: { service: 'active-mode', level, message } }))

const tell = async (call: () => Promise<unknown> | undefined): Promise<boolean> => {
  try {
    const called = call()
    await called
    return called !== undefined
  } catch {
    // The client throws at once where it cannot build the request. A line for a person is not worth a turn.
    return false
  }
}
