import type { AcceptanceRow } from './acceptanceRows.js'

/** How many criteria the project was ordered with. */
const criteria = 8

/** `docs/acceptance.md`: each criterion, met or not, as the last whole run of the tests found it. */
export const acceptancePage = (rows: ReadonlyArray<AcceptanceRow>, harness: string, contract: string): string =>
  [
    '# Acceptance',
    '',
    `Written by \`npm test\` from the run itself, on harness ${harness}, whose session API gives the contract \`${contract}\``,
    '(its record: `packages/fixtures/availability/records/`).',
    '',
    '| criterion | contract | tests | met |',
    '|---|---|---|---|',
    ...Array.from({ length: criteria }, (_, index) => showRow(index + 1, rows, contract)),
    '',
  ].join('\n')

const showRow = (criterion: number, rows: ReadonlyArray<AcceptanceRow>, contract: string): string => {
  const row = rows.find((candidate) => candidate.criterion === criterion)
  return row === undefined
    ? `| ${criterion} | \`${contract}\` | none ran | **no** |`
    : `| ${criterion}. ${row.statement} | \`${contract}\` | ${row.files.map((file) => `\`${file}\``).join(', ')}: ${row.passed} passed, ${row.failed} failed | ${row.failed === 0 && row.passed > 0 ? 'yes' : '**no**'} |`
}
