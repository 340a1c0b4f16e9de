import type { Harness, WireRequest } from '@active-mode/fixtures/harness'

/** The whole system text that the model received with a request. */
export const systemText = (request: WireRequest): string => request.system.join('\n')

/** The Active mode blocks that the model received with a request, from heading to closing marker. */
export const blocksOf = (request: WireRequest): ReadonlyArray<string> =>
  systemText(request).match(/^## Active mode\n[^]*?^<!-- \/active-mode -->$/gm) ?? []

/** The one block of a request. Anything but exactly one heading and one block is an error. */
export const blockOf = (request: WireRequest | undefined): string => {
  const blocks = request === undefined ? [] : blocksOf(request)
  const headings = request === undefined ? 0 : systemText(request).split('\n').filter((line) => line.startsWith('## Active mode')).length
  if (blocks.length !== 1 || headings !== 1)
    throw new Error(`expected one Active mode block, got ${blocks.length} blocks and ${headings} headings in ${JSON.stringify(request?.system)}`)
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

const auxiliary = ['title', 'compaction', 'summary']

/** The requests of a session's turns, without those that the harness makes for itself. */
export const turnsOf = (harness: Harness, session: string): ReadonlyArray<WireRequest> =>
  requestsOf(harness, session).filter(({ agent }) => agent === null || !auxiliary.includes(agent))

/** Runs one turn and gives the request that the model received for it. */
export const turn = async (harness: Harness, session: string, agent: string, text = 'go on'): Promise<WireRequest> => {
  const before = turnsOf(harness, session).length
  await harness.client.prompt(session, { agent, text })
  const request = turnsOf(harness, session)[before]
  if (request === undefined) throw new Error(`no request reached the model for a turn of ${agent}`)
  return request
}
