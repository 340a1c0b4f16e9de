import type { DecidedRequest } from './OpenRequests.js'
import type { Kind } from './requestNamed.js'

/** Whether a body that comes now has a block to be looked for. */
export const awaitsBody = (sent: ReadonlyArray<DecidedRequest>, kind: Kind): boolean =>
  sent.some((open) => open.kind === kind && !open.isSeen && open.decision.block !== null)

/** The request that a body belongs to, by its place in the list (-1: none), and whether the body carries its block. */
export interface FoundBody {
  readonly place: number
  readonly delivered: boolean | null
}

/** Finds the request that a body belongs to. A body that could not be read (`null`) proves nothing. */
export const findBody = (sent: ReadonlyArray<DecidedRequest>, kind: Kind, body: string | null): FoundBody => {
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

/**
 * Whether the JSON text of a body holds the block. It is looked for as JSON spells it; only where it is not found so is the text parsed,
 * since JSON has several spellings of one string.
 */
const bodyCarries = (body: string, block: string): boolean =>
  body.includes(JSON.stringify(block).slice(1, -1)) || holds(parsed(body), block)

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

const holds = (value: unknown, block: string): boolean => {
  const open: unknown[] = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next === 'string' && next.includes(block)) return true
    if (typeof next === 'object' && next !== null) for (const each of Object.values(next)) open.push(each)
  }
  return false
}
