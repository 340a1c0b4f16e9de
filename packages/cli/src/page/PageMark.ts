/** One place of a timeline, as a list without names, since a page may hold 100,000 of them. Read with what stands below. Times are milliseconds since the epoch. */
export type PageMark = RequestMark | CompactionMark | GapMark

/** `redecided` is the place of a posture in the page's table, or one of `sameAgain` and `notAgain`. */
export type RequestMark = readonly [
  kind: 'r',
  at: number,
  agent: number,
  messageId: string | null,
  posture: number,
  redecided: number,
  blockBytes: number,
  carriesBlock: 0 | 1,
  confirmed: 0 | 1 | null,
  delivered: 0 | 1 | null,
  elapsedMs: number,
  registry: number,
  file: number,
  line: number,
]

export type CompactionMark = readonly [
  kind: 'c',
  at: number,
  agent: number,
  messageId: string,
  ledgers: ReadonlyArray<string>,
]

/** Turns of the store without a decision. */
export type GapMark = readonly [kind: 'g', at: number, agent: number, messageId: string | null, count: number]

/** `mark` is the place in the session's timeline that shows it, or `nowhere`. */
export type PageFinding = readonly [
  text: number,
  messageId: string | null,
  at: string | null,
  where: string,
  evidence: string,
  mark: number,
]

/** In place of an index: there is none, such as of an agent that nobody knows, or of a finding that no mark shows. */
export const nowhere = -1

/** In place of a posture that was decided again: it is the recorded one. */
export const sameAgain = -1

/** In place of a posture that was decided again: it could not be. */
export const notAgain = -2

export const isRequest = (mark: PageMark): mark is RequestMark => mark[0] === 'r'
export const isCompaction = (mark: PageMark): mark is CompactionMark => mark[0] === 'c'
export const isGap = (mark: PageMark): mark is GapMark => mark[0] === 'g'

export const timeOf = ([, at]: PageMark): number => at
export const agentOf = ([, , agent]: PageMark): number => agent
export const messageOf = ([, , , messageId]: PageMark): string | null => messageId
export const ledgersOf = ([, , , , ledgers]: CompactionMark): ReadonlyArray<string> => ledgers
export const countOf = ([, , , , count]: GapMark): number => count

/** A request by name. */
export interface NamedRequest {
  readonly posture: number
  readonly redecided: number
  readonly blockBytes: number
  readonly carriesBlock: boolean
  readonly confirmed: boolean | null
  readonly delivered: boolean | null
  readonly elapsedMs: number
  readonly registry: number
  readonly file: number
  readonly line: number
}

export const requestOf = ([
  ,
  ,
  ,
  ,
  posture,
  redecided,
  blockBytes,
  carriesBlock,
  confirmed,
  delivered,
  elapsedMs,
  registry,
  file,
  line,
]: RequestMark): NamedRequest => ({
  posture,
  redecided,
  blockBytes,
  carriesBlock: carriesBlock === 1,
  confirmed: confirmed === null ? null : confirmed === 1,
  delivered: delivered === null ? null : delivered === 1,
  elapsedMs,
  registry,
  file,
  line,
})

/** The kind of a finding: the place of its text in the page's table. */
export const textOf = ([text]: PageFinding): number => text
export const markOf = ([, , , , , mark]: PageFinding): number => mark
