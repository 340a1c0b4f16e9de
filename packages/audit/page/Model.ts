import type { PageData, PageFinding, PageMark, PageSession } from '../src/report/PageData.js'

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
    for (const finding of session.findings) findingsAt.set(finding[5], [...(findingsAt.get(finding[5]) ?? []), finding])
    return { id: session.id, session, marks: session.marks, findingsAt }
  }),
})

/** The agent of a mark; a mark without one has none. */
export const agentOf = ({ agents }: PageData, mark: PageMark): string | null => agents[mark[2]] ?? null

export interface Posture {
  readonly _tag: 'director' | 'degraded' | 'copilot' | 'unresolvable'
  readonly mode?: string
  readonly via?: string
  readonly digest?: string
  readonly missing?: ReadonlyArray<{ readonly part: string; readonly why: string }>
  readonly reasons?: ReadonlyArray<{ readonly _tag: string }>
  readonly reason?: { readonly _tag: string }
}

const parsed = new Map<string, Posture>()

/** A posture of the table, parsed once. */
export const postureAt = ({ postures }: PageData, place: number): Posture | null => {
  const json = postures[place]
  if (json === undefined) return null
  const posture = parsed.get(json) ?? (JSON.parse(json) as Posture)
  parsed.set(json, posture)
  return posture
}
