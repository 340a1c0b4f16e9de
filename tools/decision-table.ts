import { writeFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { decide } from '@active-mode/core'
import { decisionTablePage, reportTable } from '@active-mode/fixtures'

// Writes docs/decision-table.md from the enumeration, unless the two statements of the table differ on a case.

let differences = 0
const report = reportTable((request, expected, one) => {
  if (isDeepStrictEqual(decide(request), expected)) return
  differences += 1
  process.stderr.write(`the two statements differ on ${JSON.stringify(one)}\n`)
})

if (differences === 0) writeFileSync(new URL('../docs/decision-table.md', import.meta.url), decisionTablePage(report))
process.stdout.write(`${JSON.stringify({ cases: report.cases, differences })}\n`)
process.exitCode = differences === 0 ? 0 : 1
