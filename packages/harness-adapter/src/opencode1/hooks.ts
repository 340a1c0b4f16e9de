import { errorName, fieldsOf, isText } from '../environment/foreign.js'
import type { Journal } from '../notice/Journal.js'
import type { Program } from './program.js'
import { preparationOf } from './Witness.js'

/** A hook of the harness 1.x. Its arguments are not believed before they are looked at. */
export type Hook = (input: unknown, output: unknown) => Promise<void>

/** The hooks of the harness 1.x that the program lives from. None of them throws or rejects: a turn is worth more than a block. */
export const hooksOf = (program: Program, journal: Journal): Readonly<Record<string, Hook>> => {
  const guarded =
    (name: string, hook: (input: Fields, output: Fields) => void | Promise<void>): Hook =>
    async (input, output) => {
      try {
        await hook(fieldsOf(input), fieldsOf(output))
      } catch (error) {
        journal.write({ level: 'error', message: `the hook ${name} failed: ${errorName(error)}` })
      }
    }
  return {
    'chat.message': guarded('chat.message', ({ sessionID }, { message }) => {
      const { id } = fieldsOf(message)
      if (isText(sessionID) && typeof id === 'string') program.stored(sessionID, id)
    }),
    'experimental.chat.messages.transform': guarded('messages.transform', (_, { messages }) => {
      program.prepared(preparationOf(messages))
    }),
    'experimental.session.compacting': guarded('session.compacting', ({ sessionID }) => {
      if (isText(sessionID)) program.compacting(sessionID)
    }),
    'experimental.chat.system.transform': guarded('system.transform', async ({ sessionID }, { system }) => {
      if (!isText(sessionID)) await program.sessionless()
      else if (Array.isArray(system)) await program.splice(sessionID, system)
      else await program.unwritable(sessionID)
    }),
    'chat.params': guarded('chat.params', ({ sessionID, agent, message }) => {
      const name = typeof agent === 'string' ? agent : fieldsOf(agent)['name']
      const { id } = fieldsOf(message)
      if (isText(sessionID) && typeof name === 'string')
        program.sent({ sessionId: sessionID, agent: name, messageId: typeof id === 'string' ? id : null })
    }),
    event: guarded('event', async ({ event }) => {
      const { type, properties } = fieldsOf(event)
      const { sessionID, info, error } = fieldsOf(properties)
      const { id, role, sessionID: owner } = fieldsOf(info)
      const deleted = id ?? sessionID
      if (type === 'message.updated' && role === 'user' && isText(owner) && typeof id === 'string')
        program.stored(owner, id)
      if (type === 'session.error' && isText(sessionID) && fieldsOf(error)['name'] === 'MessageAbortedError')
        program.aborted(sessionID)
      if (type === 'session.deleted' && isText(deleted)) program.deleted(deleted)
      if (type === 'session.next.prompt.admitted' && isText(sessionID)) await program.unhooked(sessionID)
      if (type === 'session.compacted' && isText(sessionID)) program.compacted(sessionID)
      if (type === 'session.idle' && isText(sessionID)) program.idle(sessionID)
    }),
  }
}

type Fields = Readonly<Record<string, unknown>>
