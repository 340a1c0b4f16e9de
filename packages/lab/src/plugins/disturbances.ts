import type { Info, Message } from './api.js'

/** The messages of a request that is being prepared; there is at least one of a user. */
export interface Prepared {
  readonly messages: Message[]
  readonly first: Message
  /** The newest message of a user. */
  readonly newest: Message
}

const other = (agent: string | undefined): string => (agent === 'plan' ? 'ship' : 'plan')

const later = (id = ''): string =>
  id.slice(0, 4) + (parseInt(id.slice(4, 16), 16) + 1).toString(16).padStart(12, '0') + 'x'.repeat(14)

const without = (info: Info, ...fields: ReadonlyArray<keyof Info>): Info =>
  Object.fromEntries(Object.entries(info).filter(([name]) => !fields.includes(name as keyof Info))) as Info

/** What other plugins do to the messages of a request that is being prepared, by name. */
export const disturbances = {
  'push-with-own-id': ({ messages, newest }: Prepared) => {
    messages.push({ info: { ...newest.info, id: 'note-7', agent: 'plan' }, parts: [] })
  },
  'push-a-newer-one': ({ messages, newest: { info } }: Prepared) => {
    messages.push({ info: { ...info, id: later(info.id), agent: other(info.agent) }, parts: [] })
  },
  'push-a-stripped-clone': ({ messages, first }: Prepared) => {
    messages.push({ ...first, info: without(first.info, 'id', 'sessionID') })
  },
  'strip-all': ({ messages }: Prepared) => {
    for (const message of messages) message.info = without(message.info, 'id', 'sessionID')
  },
  'strip-the-newest': ({ newest }: Prepared) => {
    newest.info = without(newest.info, 'id')
  },
  're-type-the-newest': ({ newest }: Prepared) => {
    newest.info = { ...newest.info, role: 'assistant' }
  },
  'clone-the-first-under-its-id': ({ messages, first }: Prepared) => {
    messages.push({ ...first, info: { ...first.info, agent: other(first.info.agent) } })
  },
  reverse: ({ messages }: Prepared) => {
    messages.reverse()
  },
} as const

export type Disturbance = keyof typeof disturbances
