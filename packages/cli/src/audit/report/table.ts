import Table from 'cli-table3'
import type { Paint } from '../../show/Paint.js'
import { counted, plainText, wrapText } from '../../show/text.js'
import type { LogCoverage } from '../Coverage.js'
import { type Finding, findingIds } from '../Finding.js'
import { notHeld } from '../notices.js'
import { showTurns } from '../Totals.js'
import { findingTexts, showEvidence } from './findingText.js'
import type { AuditReport } from './json.js'

/**
 * The report of an audit for people: what was found, then what was looked at and what not. Of many findings the first are
 * shown (`findings`), the rest is counted. `columns` is the width of the terminal; `null` where it is none, and nothing is broken.
 */
export const auditTable = (
  { scope, coverage, notices, totals, findings }: AuditReport,
  paint: Paint,
  columns: number | null,
): string => {
  const found = Object.values(totals.findings).reduce((sum, count) => sum + count, 0)
  const rest = found - findings.length
  const fit = (text: string): string => (columns === null ? text : wrapText(text, columns, '  '))
  const meaning = (id: Finding['id']): string =>
    fit(`${id} (${totals.findings[id] ?? 0}): ${findingTexts[id].means} ${findingTexts[id].remedy}`).replace(
      id,
      paint.bad(id),
    )
  return [
    ...(findings.length === 0 ? [] : [tableOf(findings, paint, columns)]),
    ...(rest === 0 ? [] : [fit(`… ${rest} more findings; --json has them all`)]),
    ...findingIds.flatMap((id) => (totals.findings[id] === undefined ? [] : [meaning(id)])),
    fit(plainText(showLog(scope.log, coverage.log))),
    ...coverage.stores
      .filter(({ state }) => state === 'read')
      .map(({ path, sessions, until }) =>
        fit(
          plainText(
            `store ${path}: ${counted(sessions ?? 0, 'session')}${until === null ? '' : `, last changed ${until}`}`,
          ),
        ),
      ),
    fit(
      `${counted(totals.decisions, 'decision')} in ${counted(totals.sessions, 'session')} (${Object.entries(
        totals.outcomes,
      )
        .map(([tag, count]) => `${count} ${tag}`)
        .join(', ')})`,
    ),
    ...(totals.storeTurns === null ? [] : [fit(showTurns(totals))]),
    ...notices.map(({ text }) => fit(`note: ${plainText(text)}`)),
    showVerdict(found, notHeld(notices) === null, paint),
  ].join('\n')
}

const showLog = (path: string, { files, emptyFiles, unreadFiles, from, until }: LogCoverage): string =>
  `log ${path}: ${counted(files, 'file')}${emptyFiles === 0 ? '' : `, ${emptyFiles} of them empty`}${unreadFiles === 0 ? '' : `, ${unreadFiles} not readable`}${from === null || until === null ? '' : `, lines from ${from} to ${until}`}`

const showVerdict = (found: number, isComplete: boolean, paint: Paint): string => {
  if (found > 0) return paint.bad(counted(found, 'finding'))
  return isComplete ? paint.good('no findings') : paint.dim('no findings in what was read')
}

const heads = ['finding', 'session', 'message', 'time', 'where', 'evidence'] as const
const evidenceWidth = 48

const tableOf = (findings: ReadonlyArray<Finding>, paint: Paint, columns: number | null): string => {
  const rows = findings.map((finding) => {
    const { id, sessionId, messageId, at, place } = finding
    return [
      id,
      sessionId ?? '',
      messageId ?? '',
      at ?? '',
      place === null ? '' : `${place.file}:${place.line}`,
      showEvidence(finding),
    ].map(plainText)
  })
  // Each column has a blank on both sides and a line before it.
  const width = heads.reduce(
    (sum, head, at) =>
      sum +
      3 +
      (at === heads.length - 1 ? evidenceWidth - 2 : Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0))),
    1,
  )
  if (columns !== null && width > columns) return rows.map((row) => blockOf(row, paint, columns)).join('\n')
  const table = new Table({
    head: [...heads],
    style: { head: [], border: [] },
    wordWrap: true,
    wrapOnWordBoundary: false,
    colWidths: [null, null, null, null, null, evidenceWidth],
  })
  rows.forEach(([id = '', ...others]) => table.push([paint.bad(id), ...others]))
  return table.toString()
}

/** A finding as lines, where the table would be wider than the terminal. */
const blockOf = ([id = '', ...others]: ReadonlyArray<string>, paint: Paint, columns: number): string =>
  [
    paint.bad(id),
    ...others.flatMap((text, at) =>
      text === '' ? [] : [wrapText(text, columns, ' '.repeat(11), `  ${heads[at + 1]?.padEnd(8) ?? ''} `)],
    ),
  ].join('\n')
