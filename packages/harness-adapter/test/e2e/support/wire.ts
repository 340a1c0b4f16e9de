import {
  blocksOnWire,
  failAfter,
  type Harness,
  headingsOnWire,
  isTurnOnWire,
  type WireRequest,
} from '@active-mode/lab/harness'

export { blocksOnWire as blocksOf, systemText } from '@active-mode/lab/harness'

/** What the block says, and nothing less, where it cannot tell whom it is for. */
export const unresolvable = 'posture: unresolvable — re-bind from the ledger'

/** The one block of a request. Anything but exactly one heading and one block is an error. */
export const blockOf = (request: WireRequest | undefined): string => {
  const blocks = request === undefined ? [] : blocksOnWire(request)
  const headings = request === undefined ? 0 : headingsOnWire(request)
  if (blocks.length !== 1 || headings !== 1)
    throw new Error(
      `expected one Active mode block, got ${blocks.length} blocks and ${headings} headings in ${JSON.stringify(request?.system)}`,
    )
  return blocks[0] ?? ''
}

/** The lines of a request's block that start with a word. */
export const linesOf = (request: WireRequest | undefined, start: string): ReadonlyArray<string> =>
  blockOf(request)
    .split('\n')
    .filter((line) => line.startsWith(start))

/** What the model was asked in a session, in order. */
export const requestsOf = (harness: Harness, session: string): ReadonlyArray<WireRequest> =>
  harness.model.requests().filter((request) => request.session === session)

/** The requests of a session's turns, without those that the harness makes for itself. */
export const turnsOf = (harness: Harness, session: string): ReadonlyArray<WireRequest> =>
  requestsOf(harness, session).filter(isTurnOnWire)

/** Runs one turn and gives the request that the model received for it. */
export const turn = async (harness: Harness, session: string, agent: string, text = 'go on'): Promise<WireRequest> => {
  const before = turnsOf(harness, session).length
  await harness.client.prompt(session, { agent, text })
  const request = turnsOf(harness, session)[before]
  if (request === undefined) throw new Error(`no request reached the model for a turn of ${agent}`)
  return request
}

/** Runs a turn of `ship` in which something happens before the provider fails once; gives what was asked before it and after. */
export const retriedTurn = async (
  harness: Harness,
  session: string,
  happens: () => Promise<unknown>,
): Promise<ReadonlyArray<WireRequest>> => {
  const before = turnsOf(harness, session).length
  harness.model.once((request) =>
    request.session === session && request.agent === 'ship' ? failAfter(happens) : undefined,
  )
  await harness.client.prompt(session, { agent: 'ship', text: 'go on' })
  return turnsOf(harness, session).slice(before)
}
