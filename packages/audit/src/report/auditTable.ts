import Table from 'cli-table3'
import type { AuditTotals } from '../model/AuditTotals.js'
import { type Finding, findingIds } from '../model/Finding.js'
import { findingTexts, showEvidence } from './findingText.js'
import { plainText } from './plainText.js'
import type { Paint } from './Paint.js'

/** The report of an audit for people: what was found, then what was looked at. Of many findings the first are `shown`, the rest is counted. */
export const auditTable = (totals: AuditTotals, shown: ReadonlyArray<Finding>, paint: Paint): string => {
  const found = Object.values(totals.findings).reduce((sum, count) => sum + count, 0)
  const rest = found - shown.length
  return [
    ...(shown.length === 0 ? [] : [tableOf(shown, paint)]),
    ...(rest === 0 ? [] : [`… ${rest} more findings; --json has them all`]),
    ...findingIds.flatMap((id) => (totals.findings[id] === undefined ? [] : [`${paint.bad(id)} (${totals.findings[id]}): ${findingTexts[id].means} ${findingTexts[id].remedy}`])),
    showTotals(totals, found, paint),
  ].join('\n')
}

const tableOf = (findings: ReadonlyArray<Finding>, paint: Paint): string => {
  const table = new Table({ head: ['finding', 'session', 'message', 'time', 'where', 'evidence'], style: { head: [], border: [] }, wordWrap: true, wrapOnWordBoundary: false, colWidths: [null, null, null, null, null, 48] })
  for (const finding of findings) {
    const { id, sessionId, messageId, at, place } = finding
    table.push([paint.bad(id), sessionId ?? '', messageId ?? '', at ?? '', place === null ? '' : `${place.file}:${place.line}`, showEvidence(finding)].map(plainCell(paint.bad(id))))
  }
  return table.toString()
}

/** The painted id holds control characters of our own. */
const plainCell = (painted: string) => (cell: string): string => (cell === painted ? cell : plainText(cell))

const showTotals = ({ sessions, decisions, outcomes, storeTurns, compactions }: AuditTotals, found: number, paint: Paint): string =>
  [
    `${decisions} decisions in ${sessions} sessions (${Object.entries(outcomes).map(([tag, count]) => `${count} ${tag}`).join(', ')})`,
    `${storeTurns} turns and ${compactions} compactions in the store`,
    found === 0 ? paint.good('no findings') : paint.bad(`${found} finding${found === 1 ? '' : 's'}`),
  ].join('; ')
