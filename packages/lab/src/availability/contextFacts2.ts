import { type Fact, fact, type Facts } from './Facts.js'
import { type HookEvent, type Observation2, type Situation, situations } from './Observation2.js'
import { contextOf, isTurn2, type Request2 } from './Request2.js'
import { script2Agents } from './scriptAgents.js'
import { all, share, unique } from './share.js'

const { own, other, bare, child } = script2Agents

type Turn = Request2 & { readonly context: HookEvent }

const namesAgent = ({ context, wire }: Turn): boolean => context.agent !== null && context.agent === wire.agent

/** Whether `context` named the request's agent where a switch landed between two requests of one run. */
const raceFact2 = (
  name: Fact['name'],
  situation: Situation,
  requests: ReadonlyArray<Request2>,
  turns: ReadonlyArray<Turn>,
): Fact => {
  const agents = requests
    .filter((request) => request.situation === situation && isTurn2(request))
    .map(({ wire }) => wire.agent)
  const raced = turns.filter((turn) => turn.situation === situation)
  const landed = agents[0] === own && agents.at(-1) === other
  return fact(
    name,
    landed && raced.length === agents.length ? raced.every(namesAgent) : null,
    landed
      ? {
          requests: agents,
          context: raced.map(({ context }) => context.agent),
          sessionGet: raced.map(({ context }) => context.get.agent),
        }
      : 'no switch landed in time',
  )
}

/** What the hook of a turn is told, and what the session API answers inside it. */
export const contextFacts2 = ({ events, marks }: Observation2, requests: ReadonlyArray<Request2>): Facts => {
  const calls = events.flatMap((event) => (event.event === 'hook' ? [event] : []))
  const contexts = calls.filter(({ hook }) => hook === 'context')
  const turns = requests.flatMap((request): ReadonlyArray<Turn> => {
    const context = isTurn2(request) ? contextOf(request) : null
    return context === null ? [] : [{ ...request, context }]
  })
  // The forged one is another fact's.
  const honest = turns.filter(({ situation }) => situation !== 'forged')
  const of = (situation: Situation) => honest.filter((turn) => turn.situation === situation)
  const complete = ({ session, agent }: HookEvent) => session !== null && agent !== null && agent !== ''
  const waiting = of('waiting')
  const switchedWhileWaiting = waiting.some(({ context, wire }) => context.get.agent === other && wire.agent === own)
  const afterCompaction = (situation: Situation) => {
    const whole = requests.filter((request) => request.situation === situation)
    const compacted = whole.findIndex(({ wire }) => wire.kind === 'compaction')
    return compacted < 0 ? [] : whole.slice(compacted + 1).filter(isTurn2)
  }
  const later = [...afterCompaction('plain'), ...afterCompaction('automatic')]
  const decided = (request: Request2) => contextOf(request) !== null
  const answered = ({ context }: Turn) => {
    const until = events.indexOf(context)
    const prompted = events
      .slice(0, until)
      .findLast((event) => event.event === 'prompt' && event.session === context.session)
    return prompted?.event === 'prompt' && prompted.message === context.user
  }
  const noCheckpoint = honest.filter(
    (turn) => !later.some(({ wire }) => wire.index === turn.wire.index && turn.situation === 'automatic'),
  )
  const storedAgents = (situation: Situation) =>
    (marks.stored[marks.sessions[situation] ?? ''] ?? [])
      .filter(({ type }) => type === 'assistant')
      .map(({ agent }) => agent)
  return [
    fact('context-names-session-and-agent', all(contexts, complete), {
      keys: unique(contexts.flatMap(({ keys }) => keys)),
      withBoth: share(contexts, complete),
    }),
    fact('context-fires-for-every-turn', all(requests.filter(isTurn2), decided), {
      turns: share(requests.filter(isTurn2), decided),
      others: share(
        requests.filter((request) => !isTurn2(request)),
        (request) => request.calls.some(({ hook }) => hook === 'context'),
      ),
    }),
    fact(
      'context-agent-is-the-request-agent',
      all(honest, namesAgent),
      Object.fromEntries(
        situations
          .filter((name) => name !== 'forged' && name !== 'deleted')
          .map((name) => [name, share(of(name), namesAgent)]),
      ),
    ),
    raceFact2('agent-holds-in-retry-race', 'retry', requests, honest),
    raceFact2('agent-holds-in-tool-race', 'tool', requests, honest),
    raceFact2('agent-holds-in-stream-race', 'stream', requests, honest),
    fact(
      'agent-holds-while-a-hook-waits',
      switchedWhileWaiting ? waiting.every(namesAgent) : null,
      switchedWhileWaiting
        ? {
            request: waiting.map(({ wire }) => wire.agent),
            context: waiting.map(({ context }) => context.agent),
            sessionGet: waiting.map(({ context }) => context.get.agent),
          }
        : 'no switch landed in time',
    ),
    fact('context-fires-after-compaction', later.length < 2 ? null : later.every(decided), {
      manual: share(afterCompaction('plain'), decided),
      automatic: share(afterCompaction('automatic'), decided),
    }),
    fact(
      'fork-keeps-the-agent',
      all(of('fork'), namesAgent) === null ? null : of('fork').every(({ wire }) => wire.agent === other),
      {
        source: unique(
          of('plain')
            .slice(-1)
            .map(({ wire }) => wire.agent ?? 'none'),
        ),
        fork: unique(of('fork').map(({ wire }) => wire.agent ?? 'none')),
      },
    ),
    fact('context-names-the-answered-user-message', all(noCheckpoint, answered), {
      turns: share(noCheckpoint, answered),
      afterAutomaticCompaction: share(
        afterCompaction('automatic').flatMap((request) =>
          honest.filter(({ wire }) => wire.index === request.wire.index),
        ),
        answered,
      ),
    }),
    fact(
      'session-get-resolves-in-context',
      all(contexts, ({ get }) => get.how === 'data'),
      unique(contexts.map(({ get }) => get.how)),
    ),
    fact(
      'session-get-names-the-request-agent',
      all(honest, ({ context, wire }) => context.get.agent === wire.agent),
      {
        plain: share(of('plain'), ({ context, wire }) => context.get.agent === wire.agent),
        default: {
          request: of('default').map(({ wire }) => wire.agent),
          stored: storedAgents('default'),
          sessionGet: of('default').map(({ context }) => context.get.agent),
        },
        bare: { request: of('bare').map(({ wire }) => wire.agent), stored: storedAgents('bare'), expected: bare },
        child: { request: of('child').map(({ wire }) => wire.agent), expected: child },
        waiting: share(waiting, ({ context, wire }) => context.get.agent === wire.agent),
      },
    ),
  ]
}
