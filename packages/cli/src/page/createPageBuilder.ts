import type { AuditedRequest, AuditEvent } from '../audit/AuditEvent.js'
import { type Finding, findingIds } from '../audit/Finding.js'
import { findingTexts, showEvidence } from '../audit/report/findingText.js'
import type { AuditReport } from '../audit/report/json.js'
import type { PageData, PageSession } from './PageData.js'
import {
  isRequest,
  messageOf,
  notAgain,
  nowhere,
  type PageFinding,
  type PageMark,
  type RequestMark,
  requestOf,
  sameAgain,
  timeOf,
} from './PageMark.js'

/** Gathers the events of an audit for the page. It holds what it is given: a page is as large as what it shows. */
export interface PageBuilder {
  readonly add: (event: AuditEvent) => void
  readonly data: (report: AuditReport) => PageData
}

interface OpenSession {
  readonly id: string
  readonly inStore: boolean | null
  readonly title: string | null
  readonly folder: string | null
  readonly requests: RequestMark[]
  readonly others: PageMark[]
  readonly findings: Finding[]
}

/** `withTitles`: the harness makes the titles of sessions from prompts, so they are not for everybody. */
export const createPageBuilder = (withTitles: boolean): PageBuilder => {
  const [agents, postures, registries, files] = [createNames(), createNames(), createNames(), createNames()]
  const sessions: OpenSession[] = []

  const requestMark = (request: AuditedRequest): RequestMark => {
    const recorded = JSON.stringify(request.recorded)
    const again = JSON.stringify(request.redecided)
    return [
      'r',
      Date.parse(request.at),
      agents.of(request.agent),
      request.messageId,
      postures.of(recorded),
      again === 'null' ? notAgain : again === recorded ? sameAgain : postures.of(again),
      request.blockBytes,
      request.carriesBlock ? 1 : 0,
      request.confirmed === null ? null : request.confirmed ? 1 : 0,
      request.delivered === null ? null : request.delivered ? 1 : 0,
      Math.round(request.elapsedMs * 10) / 10,
      registries.of(request.registry),
      files.of(request.place.file),
      request.place.line,
    ]
  }

  return {
    add: (event) => {
      if (event._tag === 'session') {
        const { sessionId, inStore, title, folder } = event.session
        sessions.push({
          id: sessionId,
          inStore,
          title: withTitles ? title : null,
          folder,
          requests: [],
          others: [],
          findings: [],
        })
        return
      }
      const session = sessions.at(-1)
      if (session === undefined) return
      if (event._tag === 'finding') session.findings.push(event.finding)
      else if (event._tag === 'request') session.requests.push(requestMark(event.request))
      else if (event._tag === 'compaction') {
        const { at, agent, messageId, ledgers } = event.compaction
        session.others.push(['c', Date.parse(at), agents.of(agent), messageId, ledgers])
      } else if (event._tag === 'gap') {
        const { at, agent, messageId, count } = event.gap
        session.others.push(['g', Date.parse(at), agents.of(agent), messageId, count])
      }
    },
    data: ({ scope, coverage, notices, totals }) => ({
      scope,
      coverage,
      notices,
      totals,
      findingTexts: findingIds.map((id) => ({ id, ...findingTexts[id] })),
      sessions: sessions.flatMap((session) => closeSession(session, files.of)),
      agents: agents.all(),
      postures: postures.all(),
      registries: registries.all(),
      files: files.all(),
    }),
  }
}

/** A session that has nothing to show is left out. */
const closeSession = (
  { id, inStore, title, folder, requests, others, findings }: OpenSession,
  fileOf: (file: string) => number,
): ReadonlyArray<PageSession> => {
  if (requests.length + others.length + findings.length === 0) return []
  const marks = interleave(
    requests.toSorted(asLogged),
    others.toSorted((a, b) => timeOf(a) - timeOf(b)),
  )
  return [
    {
      id,
      inStore,
      title,
      folder,
      marks,
      findings: findings.map((finding) =>
        pageFinding(finding, marks, finding.place === null ? nowhere : fileOf(finding.place.file)),
      ),
    },
  ]
}

/** Some lines are judged after those behind them. Files are numbered as they are read, the oldest first. */
const asLogged = (a: RequestMark, b: RequestMark): number => {
  const [left, right] = [requestOf(a), requestOf(b)]
  return left.file - right.file || left.line - right.line
}

/** The log's own order stays, whatever its clock said; what the store adds stands before the first request that is later. */
const interleave = (requests: ReadonlyArray<RequestMark>, others: ReadonlyArray<PageMark>): ReadonlyArray<PageMark> => {
  const rest = [...others]
  const before = (at: number): ReadonlyArray<PageMark> => {
    const count = rest.findIndex((other) => timeOf(other) >= at)
    return rest.splice(0, count === -1 ? rest.length : count)
  }
  return [...requests.flatMap((request) => [...before(timeOf(request)), request]), ...rest]
}

const pageFinding = (
  { id, messageId, at, place, ...finding }: Finding,
  marks: ReadonlyArray<PageMark>,
  file: number,
): PageFinding => {
  const isThere = (mark: PageMark): boolean => {
    if (!isRequest(mark)) return place === null && messageOf(mark) === messageId
    const request = requestOf(mark)
    return place !== null && request.line === place.line && request.file === file
  }
  return [
    findingIds.indexOf(id),
    messageId,
    at,
    place === null ? '' : `${place.file}:${place.line}`,
    showEvidence({ id, messageId, at, place, ...finding }),
    marks.findIndex(isThere),
  ]
}

interface Names {
  readonly of: (name: string | null) => number
  readonly all: () => ReadonlyArray<string>
}

/** Numbers names as they come; none is `nowhere`. */
const createNames = (): Names => {
  const places = new Map<string, number>()
  return {
    of: (name) => {
      if (name === null) return nowhere
      const place = places.get(name) ?? places.size
      places.set(name, place)
      return place
    },
    all: () => [...places.keys()],
  }
}
