import { bodyCarries } from './bodyCarries.js'
import type { Kind } from './eventOf.js'
import type { DecidedRequest, OpenRequest } from './OpenRequests.js'

/** The most requests of one session and kind that are open at once; an older one was given up. */
const mostOpen = 8

/**
 * Adds a request. The hooks name a session and a kind and no request, so where two are open of one kind that were decided otherwise,
 * which is which is not known of any of them.
 */
export const enter = (list: OpenRequest[], open: OpenRequest): ReadonlyArray<OpenRequest> => {
  const others = list.filter(({ kind }) => kind === open.kind)
  const isMixed = others.some(
    (other) => other.isMixed || other.named !== open.named || other.decision?.block !== open.decision?.block,
  )
  const all = [...list, open].map((each) => (isMixed && each.kind === open.kind ? { ...each, isMixed } : each))
  list.splice(0, list.length, ...all)
  return others.length < mostOpen ? [] : takeWhere(list, ({ kind }) => kind === open.kind, 1)
}

/** Takes the oldest request of a kind off the list: of several the one that named this agent, where there is one. */
export const takeSent = (list: OpenRequest[], kind: Kind, agent: string | null): OpenRequest | null => {
  const isAgents = list.some((open) => open.kind === kind && open.named === agent)
  const [open] = takeWhere(list, (each) => each.kind === kind && (!isAgents || each.named === agent), 1)
  return open ?? null
}

/** Takes the oldest requests that a claim holds for off the list. */
export const takeWhere = <A>(list: A[], claim: (each: A) => boolean, most = Infinity): ReadonlyArray<A> => {
  const taken = list.filter(claim).slice(0, most)
  list.splice(0, list.length, ...list.filter((each) => !taken.includes(each)))
  return taken
}

/** Whether a body that comes now has a block to be looked for. */
export const awaitsBody = (sent: ReadonlyArray<DecidedRequest>, kind: Kind): boolean =>
  sent.some((open) => open.kind === kind && !open.isSeen && open.decision.block !== null)

/** Which of the requests sent a body is the one of (its place, -1 for none), and whether it carries its block. A body that could not be read (`null`) tells nothing. */
export const bodyOf = (
  sent: ReadonlyArray<DecidedRequest>,
  kind: Kind,
  body: string | null,
): { readonly place: number; readonly delivered: boolean | null } => {
  const waiting = sent.flatMap((open, place) =>
    open.kind === kind && !open.isSeen ? [{ block: open.decision.block, place }] : [],
  )
  const carried = body === null ? undefined : waiting.find(({ block }) => block !== null && bodyCarries(body, block))
  // Without a block it may be the body of a request that has none.
  const chosen = carried ?? waiting.find(({ block }) => block === null) ?? waiting[0]
  return {
    place: chosen?.place ?? -1,
    delivered:
      carried !== undefined ? true : body === null || chosen === undefined || chosen.block === null ? null : false,
  }
}
