import { setTimeout } from 'node:timers/promises'
import type { Reply } from '@active-mode/lab/harness'
import type { Harness2Client } from '@active-mode/lab/harness2'
import type { Moment } from './Story2.js'

/** How long after the answer has begun, or failed, another agent is chosen, in milliseconds. The harness waits longer before it tries again. */
const cutMs = 50

/** Answers a turn so that another agent is chosen at a moment of it; `over` settles when it was. */
export const race2 = (
  client: Harness2Client,
  session: string,
  { other, moment }: { readonly other: string; readonly moment: Moment },
) => {
  let cut: Promise<void> = Promise.resolve()
  const later = async (): Promise<void> => {
    await setTimeout(cutMs)
    await client.switchAgent(session, other)
  }
  const reply = async (): Promise<Reply> => {
    switch (moment) {
      case 'streaming':
        cut = later().then(() => client.prompt(session, 'queued', { delivery: 'queue' }))
        return { kind: 'text', text: 'begun', endsAfter: cut }
      case 'retry':
        cut = later()
        return { kind: 'error', status: 503 }
      case 'tool':
        await client.switchAgent(session, other)
        return { kind: 'tools', calls: [{ name: 'read', arguments: { path: 'no-such-file' } }] }
    }
  }
  return { reply, over: () => cut }
}
