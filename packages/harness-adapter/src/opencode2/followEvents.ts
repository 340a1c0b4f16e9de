import { fieldsOf } from '../environment/answer.js'
import type { Program2 } from './program2.js'

/**
 * Follows what the harness tells of its sessions, for as long as it does. The events of all projects come to every instance of the plugin,
 * so `isNews` says of an event's id whether no other instance has seen it.
 */
export const followEvents = async (
  events: AsyncIterable<unknown>,
  program: Program2,
  isNews: (id: string) => boolean,
): Promise<void> => {
  for await (const event of events) {
    const { id, type, data } = fieldsOf(event)
    const { sessionID, assistantMessageID } = fieldsOf(data)
    if (typeof sessionID !== 'string' || sessionID === '' || typeof type !== 'string') continue
    if (typeof id === 'string' && !isNews(id)) continue
    if (type === 'session.step.started' && typeof assistantMessageID === 'string')
      program.stepped(sessionID, assistantMessageID)
    if (type === 'session.deleted') program.deleted(sessionID)
    if (/^session\.execution\.(?!started$)/.test(type)) program.idle(sessionID)
  }
}
