import type { PostureSummary } from '@active-mode/core'
import type { PageData, PageSession } from '../src/page/PageData.js'
import { agentOf, isRequest, markOf, type PageFinding, type PageMark, timeOf } from '../src/page/PageMark.js'

/** A session with what the page works out of it once. */
export interface Timeline {
  readonly id: string
  readonly session: PageSession
  readonly marks: ReadonlyArray<PageMark>
  readonly requests: number
  /** When the first and the last of its marks were, in milliseconds since the epoch; `null` where it has none. */
  readonly span: { readonly from: number; readonly until: number } | null
  /** The findings at a mark. */
  readonly findingsAt: ReadonlyMap<number, ReadonlyArray<PageFinding>>
}

/** What the page is about and what of it is shown. */
export interface Model {
  readonly data: PageData
  readonly timelines: ReadonlyArray<Timeline>
}

export const createModel = (data: PageData): Model => ({
  data,
  timelines: data.sessions.map((session) => {
    const findingsAt = new Map<number, PageFinding[]>()
    for (const finding of session.findings)
      findingsAt.set(markOf(finding), [...(findingsAt.get(markOf(finding)) ?? []), finding])
    return {
      id: session.id,
      session,
      marks: session.marks,
      requests: session.marks.filter(isRequest).length,
      span: spanOf(session.marks),
      findingsAt,
    }
  }),
})

const spanOf = (marks: ReadonlyArray<PageMark>): Timeline['span'] => {
  if (marks.length === 0) return null
  const times = marks.map(timeOf)
  return { from: times.reduce((a, b) => Math.min(a, b)), until: times.reduce((a, b) => Math.max(a, b)) }
}

/** When a finding was, in milliseconds since the epoch; `null` where nothing tells. */
export const timeOfFinding = ({ marks }: Timeline, finding: PageFinding): number | null => {
  const mark = marks[markOf(finding)]
  const [, , at] = finding
  return mark !== undefined ? timeOf(mark) : at === null ? null : Date.parse(at)
}

/** Which findings and marks somebody looks for. */
export interface Wanted {
  readonly finding: (timeline: Timeline, finding: PageFinding) => boolean
  /** Whether a time lies in what was asked for. Milliseconds since the epoch. */
  readonly time: (ms: number) => boolean
}

/** The agent of a mark by its name; a mark without one has none. */
export const agentNameOf = ({ agents }: PageData, mark: PageMark): string | null => agents[agentOf(mark)] ?? null

const parsed = new Map<string, PostureSummary>()

/** A posture of the table, parsed once. */
export const postureAt = ({ postures }: PageData, place: number): PostureSummary | null => {
  const json = postures[place]
  if (json === undefined) return null
  const posture = parsed.get(json) ?? (JSON.parse(json) as PostureSummary)
  parsed.set(json, posture)
  return posture
}
