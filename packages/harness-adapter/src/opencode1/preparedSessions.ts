/** The sessions of which a message list was seen: the harness prepares one for every turn. */
export interface PreparedSessions {
  /** A message list named these sessions; where it named none it may have been of any. */
  readonly add: (sessionIds: ReadonlyArray<string>) => void
  /** Whether a message list of this session was seen, or may have been. */
  readonly has: (sessionId: string) => boolean
}

/** The most that are remembered, so that a server that runs for months stays small. Beyond them every session counts as seen. */
const mostSessions = 65_536

/** Nothing is ever taken out again: a session that is deleted while its turn runs was seen all the same. */
export const createPreparedSessions = (): PreparedSessions => {
  const seen = new Set<string>()
  let isAny = false
  return {
    add: (sessionIds) => {
      for (const sessionId of sessionIds) if (seen.size < mostSessions) seen.add(sessionId)
      isAny ||= sessionIds.length === 0 || seen.size >= mostSessions
    },
    has: (sessionId) => isAny || seen.has(sessionId),
  }
}
