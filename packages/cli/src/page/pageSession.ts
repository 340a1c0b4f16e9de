import type { AuditedRequest, AuditedSession } from '../audit/AuditEvent.js'
import type { Finding } from '../audit/Finding.js'
import { showEvidence } from '../audit/report/findingText.js'
import { type PageFinding, type PageMark, type PageSession, timeOf } from './PageData.js'

type RequestMark = Extract<PageMark, { readonly kind: 'request' }>

/** What an audit found of one session, in the order in which it was found. */
export interface SessionEvents {
  readonly session: AuditedSession
  readonly rows: ReadonlyArray<PageMark>
  readonly findings: ReadonlyArray<Finding>
}

/** A session as the page shows it. `fileOrder` is the order of the log's files: the oldest first. */
export const pageSession = (
  { session: { sessionId, inStore, title, folder }, rows, findings }: SessionEvents,
  fileOrder: (file: string) => number,
): PageSession => {
  // Some lines are judged after those behind them.
  const asLogged = (a: AuditedRequest, b: AuditedRequest): number =>
    fileOrder(a.place.file) - fileOrder(b.place.file) || a.place.line - b.place.line
  const marks = interleave(
    rows.filter((row) => row.kind === 'request').toSorted(asLogged),
    rows.filter((row) => row.kind !== 'request').toSorted((a, b) => timeOf(a) - timeOf(b)),
  )
  return {
    id: sessionId,
    inStore,
    title,
    folder,
    marks,
    findings: findings.map((finding) => pageFinding(finding, marks)),
  }
}

/** The log's own order stays, whatever its clock said; what only the store has stands before the first request that is later. */
const interleave = (requests: ReadonlyArray<RequestMark>, others: ReadonlyArray<PageMark>): ReadonlyArray<PageMark> => {
  const rest = [...others]
  const before = (at: number): ReadonlyArray<PageMark> => {
    const count = rest.findIndex((other) => timeOf(other) >= at)
    return rest.splice(0, count === -1 ? rest.length : count)
  }
  return [...requests.flatMap((request) => [...before(timeOf(request)), request]), ...rest]
}

const pageFinding = (finding: Finding, marks: ReadonlyArray<PageMark>): PageFinding => {
  const { id, messageId, at, place } = finding
  const found = marks.findIndex((each) =>
    each.kind === 'request'
      ? place !== null && each.place.line === place.line && each.place.file === place.file
      : place === null && each.messageId === messageId,
  )
  // What only the store has may be of a request that is there.
  const mark =
    found === -1 && place === null && messageId !== null
      ? marks.findIndex((each) => each.messageId === messageId)
      : found
  return {
    id,
    messageId,
    at,
    where: place === null ? '' : `${place.file}:${place.line}`,
    evidence: showEvidence(finding),
    mark: mark === -1 ? null : mark,
  }
}
