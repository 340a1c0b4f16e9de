/**
 * The compaction of a session, as far as the hooks tell. The harness announces it, prepares its request and sends it; the next
 * request that is prepared is a turn again. Some versions prepare no messages for a compaction: there it is over when the harness
 * says so, or when a turn is sent.
 */
export type Compaction = 'none' | 'announced' | 'prepared'

/** The first request that is prepared after the announcement is the compaction itself; every later one is a turn. */
export const afterPreparation = (compaction: Compaction): Compaction =>
  compaction === 'announced' ? 'prepared' : 'none'

/** Whether a request that is sent now may be the compaction. */
export const isPending = (compaction: Compaction): boolean => compaction !== 'none'
