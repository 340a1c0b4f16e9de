import type { WireRequest } from '../harness/index.js'
import { probeMarker } from '../plugins/probeMarks.js'
import type { CallEvent, Observation, WitnessEvent } from './Observation.js'
import { scriptAgents } from './scriptAgents.js'

/** One call of the system hook, joined to the model request it was made for and to what stood before it. */
export interface HookCall {
  readonly call: CallEvent
  readonly wire: WireRequest
  /** The agent the request was really for, as the harness says after the hook. */
  readonly agent: string
  /** The newest witness of that session before the call. */
  readonly witness: WitnessEvent | null
  /** Whether `chat.message` came for the message of the witness before the call. */
  readonly isPrompted: boolean
  /** `experimental.session.compacting` of that session came before, and no other call without environment section since. */
  readonly followsCompacting: boolean
}

/**
 * Joins hook calls to model requests by the marker that the probe spliced in place. A call whose marker
 * reached no request that names its agent is left out: nothing is guessed about it.
 */
export const requestsOf = ({ events, wire }: Observation): ReadonlyArray<HookCall> =>
  events.flatMap((event, place) => {
    if (event.event !== 'call') return []
    const marker = probeMarker(event.call, 'in-place')
    const sent = wire.find((request) => request.system.some((text) => text.includes(marker)))
    if (sent?.agent == null) return []
    const before = events.slice(0, place).filter((each) => each.event !== 'factory' && each.session === sent.session)
    const witness = before.findLast((each) => each.event === 'witness')
    const isPrompted = before.some((each) => each.event === 'prompted' && each.id === witness?.id)
    const last = before.findLast((each) => each.event === 'compacting' || (each.event === 'call' && !each.environment))
    return [
      {
        call: event,
        wire: sent,
        agent: sent.agent,
        witness: witness ?? null,
        isPrompted,
        followsCompacting: last?.event === 'compacting',
      },
    ]
  })

/** True if the request was made for a turn of the script, not by the harness for itself. */
export const isTurn = (request: HookCall): boolean => Object.values<string>(scriptAgents).includes(request.agent)

/** The agent of the session's open assistant message, as stored when the hook ran. */
export const openAgent = ({ call }: HookCall): string | null =>
  call.messages?.findLast((message) => message.open)?.agent ?? null
