import type { PostureSummary } from '@active-mode/core'
import type { PageData, PageSession } from '../src/report/PageData.js'
import { agentOf, markOf, type PageFinding, type PageMark } from '../src/report/PageMark.js'

/** A session with what the page works out of it once. */
export interface Timeline {
  readonly id: string
  readonly session: PageSession
  readonly marks: ReadonlyArray<PageMark>
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
    const findingsAt = new Map<number, Array<PageFinding>>()
    for (const finding of session.findings) findingsAt.set(markOf(finding), [...(findingsAt.get(markOf(finding)) ?? []), finding])
    return { id: session.id, session, marks: session.marks, findingsAt }
  }),
})

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
