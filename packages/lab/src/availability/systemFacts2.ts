import { probe2Marker } from '../plugins/probeMarks.js'
import { fact, type Facts } from './Facts.js'
import type { HookEvent, Observation2 } from './Observation2.js'
import { contextOf, isTurn2, type Request2 } from './Request2.js'
import { all, share } from './share.js'

/** How what a plugin puts into the system text comes out on the wire. */
export const systemFacts2 = ({ events, wire }: Observation2, requests: ReadonlyArray<Request2>): Facts => {
  const calls = events.flatMap((event) => (event.event === 'hook' ? [event] : []))
  const received = (how: 'pushed' | 'assigned') => (call: HookEvent) =>
    wire.some(({ system }) => system.some((text) => text.includes(probe2Marker(call.hook, call.call, how))))
  const turns = requests.filter(isTurn2).flatMap((request) => {
    const context = contextOf(request)
    return context === null ? [] : [{ ...request, context }]
  })
  const frozen = turns.filter(({ situation }) => situation === 'frozen')
  const chat = turns.filter((request) => request.wire.route === 'chat' && request.situation !== 'frozen')
  const messages = turns.filter((request) => request.wire.route === 'messages')
  type Turn = (typeof turns)[number]
  const pushed = ({ context }: Turn) => probe2Marker('context', context.call, 'pushed')
  const assigned = ({ context }: Turn) => probe2Marker('context', context.call, 'assigned')
  // The second part begins with a line end of its own.
  const joined = (turn: Turn) =>
    turn.wire.system.length === 1 && turn.wire.system[0]?.endsWith(`${pushed(turn)}\n\n${assigned(turn)}`) === true
  const kept = (turn: Turn) =>
    turn.wire.system.at(-2) === pushed(turn) && turn.wire.system.at(-1) === `\n${assigned(turn)}`
  const thawed = calls.filter((call) => call.pushed)
  return [
    fact(
      'system-is-made-anew',
      all(calls, ({ marked }) => !marked),
      share(calls, ({ marked }) => !marked),
    ),
    fact('push-in-place-reaches-model', all(thawed, received('pushed')), share(thawed, received('pushed'))),
    fact('reassigned-system-reaches-model', all(calls, received('assigned')), share(calls, received('assigned'))),
    fact(
      'reassignment-survives-a-frozen-array',
      frozen.length > 0 && frozen.every(({ context }) => !context.pushed)
        ? frozen.every((turn) => turn.wire.system.some((text) => text.includes(assigned(turn))))
        : null,
      frozen.length > 0
        ? {
            push: share(frozen, ({ context }) => context.pushed),
            reassignment: share(frozen, ({ context }) => received('assigned')(context)),
          }
        : 'no array was frozen',
    ),
    fact('parts-are-joined-by-one-line-end', all(chat, joined), share(chat, joined)),
    fact('messages-protocol-keeps-parts', all(messages, kept), share(messages, kept)),
  ]
}
