import { type PageFinding, type PageHead, type PageMark, type PageSession, timeOf } from '../src/page/PageData.js'
import type { PageData } from './loadPage.js'

/** A session with what the page works out of it once. */
export interface Timeline {
  readonly id: string
  readonly session: PageSession
  readonly marks: ReadonlyArray<PageMark>
  readonly requests: number
  /** When the first and the last of its marks were, in milliseconds since the epoch; `null` where it has none. */
  readonly span: { readonly from: number; readonly until: number } | null
  /** The findings of each mark; at `null` those of the session as a whole. */
  readonly findingsAt: ReadonlyMap<number | null, ReadonlyArray<PageFinding>>
}

/** What the page is about. */
export interface Model {
  readonly head: PageHead
  readonly timelines: ReadonlyArray<Timeline>
  /** A number for each agent, for its colour. */
  readonly agents: ReadonlyMap<string, number>
}

export const createModel = ({ head, sessions }: PageData): Model => {
  const names = new Set(sessions.flatMap(({ marks }) => marks.flatMap(({ agent }) => agent ?? [])))
  return { head, timelines: sessions.map(timelineOf), agents: new Map([...names].map((name, place) => [name, place])) }
}

const timelineOf = (session: PageSession): Timeline => {
  const { id, marks, findings } = session
  const times = marks.map(timeOf)
  const findingsAt = new Map<number | null, PageFinding[]>()
  for (const finding of findings) {
    const here = findingsAt.get(finding.mark) ?? []
    here.push(finding)
    findingsAt.set(finding.mark, here)
  }
  return {
    id,
    session,
    marks,
    requests: marks.filter(({ kind }) => kind === 'request').length,
    span:
      times.length === 0
        ? null
        : { from: times.reduce((a, b) => Math.min(a, b)), until: times.reduce((a, b) => Math.max(a, b)) },
    findingsAt,
  }
}

/** When a finding was, in milliseconds since the epoch; `null` where nothing tells. */
export const timeOfFinding = ({ marks }: Timeline, { mark, at }: PageFinding): number | null => {
  const shown = mark === null ? undefined : marks[mark]
  return shown !== undefined ? timeOf(shown) : at === null ? null : Date.parse(at)
}

/** Which findings and marks somebody looks for. */
export interface Wanted {
  readonly finding: (timeline: Timeline, finding: PageFinding) => boolean
  /** Whether a time lies in what was asked for. Milliseconds since the epoch. */
  readonly time: (ms: number) => boolean
}

/** What a mark is, in words: for the label of a timeline and the details. */
export const markTitle = (mark: PageMark): string => {
  const agent = `agent ${mark.agent ?? 'unknown'}`
  switch (mark.kind) {
    case 'compaction':
      return `Compaction, ${agent}`
    case 'gap':
      return `${mark.count} turn${mark.count === 1 ? '' : 's'} without a decision, ${agent}`
    case 'request':
      return `${mark.recorded._tag}, ${mark.carriesBlock ? 'with a block' : 'no block'}, ${agent}`
  }
}
