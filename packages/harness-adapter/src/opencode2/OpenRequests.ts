import { putNewest } from '../environment/memory.js'
import type { Decision } from '../request/Decision.js'
import type { Kind } from './requestNamed.js'

/** A request between its hooks. */
export interface OpenRequest {
  readonly kind: Kind
  /** The agent that the hook named; `null` where it named none that can be used. */
  readonly named: string | null
  /** `null` without a registry: then nothing is reported or logged. */
  readonly decision: Decision | null
  /** Whether it was open beside another of its kind that was decided otherwise, so that which is which is not known. */
  readonly isMixed: boolean
  /** Whether its body was looked at. */
  readonly isSeen: boolean
  /** Writes it to the log that knows it: after a hot reload there is another. */
  readonly write: (decision: Decision) => void
}

/** A request that was decided, from a registry. */
export type DecidedRequest = OpenRequest & { readonly decision: Decision }

/** A request that named no session, as one of the session that is named now. */
export const adopted = (open: OpenRequest | null, sessionId: string): OpenRequest | null => {
  if (open === null || open.decision === null) return open
  const { request } = open.decision
  return {
    ...open,
    decision: { ...open.decision, request: { ...request, sessionInfo: { ...request.sessionInfo, sessionId } } },
  }
}

/** The requests of one session that are not over, and what was seen of other plugins in it. */
export interface OpenSession {
  /** `model.request` has not come yet. Oldest first. */
  readonly decided: OpenRequest[]
  /** `model.request` has come; the body has not been seen yet, or the message is not known. Oldest first. */
  readonly sent: DecidedRequest[]
  /** Whether some plugin was seen to forge `event.agent`, and no request has agreed since. */
  isForged: boolean
  /** Whether the newest block that could be looked for was not there. */
  isLost: boolean
  /** Whether it was said that a request came through undecided, and none was decided since. */
  isUndecided: boolean
  /** The instance of the plugin that saw the session begin something: all that the session asks from then on, it must have decided. */
  begunUnder: unknown
}

/** The open requests of the newest sessions. */
export interface OpenRequests {
  readonly of: (sessionId: string) => OpenSession
  readonly forget: (sessionId: string) => void
}

/** Keeps open requests in a map that outlives a hot reload, which may fall between two hooks of one request. */
export const createOpenRequests = (map: Map<string, OpenSession>): OpenRequests => ({
  of: (sessionId) => putNewest(map, sessionId, map.get(sessionId) ?? freshSession()),
  forget: (sessionId) => void map.delete(sessionId),
})

const freshSession = (): OpenSession => ({
  decided: [],
  sent: [],
  isForged: false,
  isLost: false,
  isUndecided: false,
  begunUnder: null,
})

/** The most requests of one session and kind that are open at once; an older one was given up. */
const mostOpen = 8

/**
 * Adds a request, and answers with those that are given up for it. The hooks name a session and a kind, but no request. So where two of
 * one kind are open that were decided otherwise, it is not known which is which.
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

/** Takes the oldest requests that match off the list, at most so many. */
export const takeWhere = <A>(list: A[], matches: (each: A) => boolean, most = Infinity): ReadonlyArray<A> => {
  const taken = list.filter(matches).slice(0, most)
  list.splice(0, list.length, ...list.filter((each) => !taken.includes(each)))
  return taken
}
