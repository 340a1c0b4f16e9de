import { fact, type Facts } from './Facts.js'
import { isMessageId } from './messageIdOrder.js'
import type { BusEvent, HookEvent, Observation2, Situation } from './Observation2.js'
import type { Request2 } from './Request2.js'
import { all, share } from './share.js'

type Step = BusEvent | HookEvent

const isStep = (event: Step): event is BusEvent => event.event === 'bus'

/** What the harness's stream of events tells, in which order, and whether a plugin lives through being edited. */
export const orderFacts2 = ({ events, marks, wire }: Observation2, requests: ReadonlyArray<Request2>): Facts => {
  const bus = events.flatMap((event) => (event.event === 'bus' ? [event] : []))
  const steps = bus.filter(({ type }) => type === 'session.step.started')
  const told = Object.entries(marks.sessions).filter(([situation]) => situation !== 'deleted' && situation !== 'reload')
  /** Calls of `context` and started steps of one session, in the order in which the plugin saw them. */
  const seen = (session: string): ReadonlyArray<Step> =>
    events.flatMap((event): ReadonlyArray<Step> =>
      (event.event === 'hook' && event.hook === 'context' && event.session === session) ||
      (event.event === 'bus' && event.type === 'session.step.started' && event.session === session)
        ? [event]
        : [],
    )
  const sequences = told.map(([, session]) => seen(session)).filter((list) => list.length > 0)
  const stepFirst = (list: ReadonlyArray<Step>) => list.every((event, place) => isStep(event) === (place % 2 === 0))
  const stepSecond = (list: ReadonlyArray<Step>) =>
    list.length % 2 === 0 && list.every((event, place) => isStep(event) === (place % 2 === 1))
  /** The agents of the steps of a session are those of its turns on the wire, one for one. */
  const sameAgents = (list: ReadonlyArray<Step>) => {
    const [first] = list
    const sent = wire
      .filter(({ session, kind }) => session === first?.session && kind === 'primary')
      .map(({ agent }) => agent)
    return (
      sent.join('\n') ===
      list
        .filter(isStep)
        .map(({ agent }) => agent)
        .join('\n')
    )
  }
  const storedIds = (session: string | null) =>
    (marks.stored[session ?? ''] ?? []).filter(({ type }) => type === 'assistant').map(({ id }) => id)
  const stored = ({ session, assistant }: BusEvent) => assistant !== null && storedIds(session).includes(assistant)
  const retried = steps.filter(({ session }) => session === marks.sessions.retry)
  const durable = bus.filter(({ type }) => type === 'session.step.started' || type === 'session.agent.selected')
  const numbered = durable.every(({ seq }) => seq !== null)
  const ascends = ([, session]: readonly [string, string]) => {
    const own = durable.filter((event) => event.session === session).map(({ seq }) => seq ?? -1)
    return own.every((seq, place) => place === 0 || seq > (own[place - 1] ?? Infinity))
  }
  const copied = (marks.stored[marks.sessions.fork ?? ''] ?? []).slice(
    0,
    (marks.stored[marks.sessions.plain ?? ''] ?? []).length,
  )
  const lifecycle = events
    .flatMap((event) => (event.event === 'setup' || event.event === 'cleanup' ? [event] : []))
    .slice(0, 3)
  const shape = lifecycle.map(({ event }) => event)
  const reloaded = requests.filter(
    ({ situation, wire: sent }) => (situation as Situation | null) === 'reload' && sent.kind === 'primary',
  )
  const once = ({ calls }: Request2) => calls.length === 1
  return [
    fact('step-started-comes-before-context', all(sequences, stepFirst), share(sequences, stepFirst)),
    fact(
      'step-started-follows-each-context',
      all(sequences, (list) => stepSecond(list) && sameAgents(list)),
      { oneAfterEach: share(sequences, stepSecond), namesTheRequestAgent: share(sequences, sameAgents) },
    ),
    fact('step-started-names-the-stored-message', all(steps, stored), { assistantMessageID: share(steps, stored) }),
    fact(
      'a-retry-keeps-its-assistant-message',
      retried.length < 2 ? null : retried.every(({ assistant }) => assistant === retried[0]?.assistant),
      {
        steps: retried.map(({ agent }) => agent),
        sameMessage: share(retried, ({ assistant }) => assistant === retried[0]?.assistant),
      },
    ),
    fact('durable-seq-orders-switches-and-steps', durable.length === 0 ? null : numbered && told.every(ascends), {
      numbered: share(durable, ({ seq }) => seq !== null),
      ascending: share(told, ascends),
    }),
    fact(
      'forked-messages-have-message-ids',
      all(copied, ({ id }) => isMessageId(id)),
      share(copied, ({ id }) => isMessageId(id)),
    ),
    fact(
      'session-deleted-reaches-plugin',
      marks.sessions.deleted === undefined
        ? null
        : bus.some(({ type, session }) => type === 'session.deleted' && session === marks.sessions.deleted),
      'session.deleted',
    ),
    fact(
      'hot-reload-cleans-up-then-sets-up',
      shape.length < 2 ? null : shape.join(' ') === 'setup cleanup setup',
      shape,
    ),
    fact(
      'global-this-survives-a-hot-reload',
      shape.length < 2
        ? null
        : lifecycle
            .filter(({ event }) => event === 'setup')
            .every((event, place) => event.event === 'setup' && event.run === place + 1),
      'what a plugin keeps on globalThis',
    ),
    fact(
      'a-turn-goes-on-over-a-hot-reload',
      reloaded.length === 0 ? null : reloaded.length === 2 && reloaded.every(once),
      { requests: reloaded.length, hookedOnce: share(reloaded, once) },
    ),
  ]
}
