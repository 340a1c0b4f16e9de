import type { AcceptanceRow } from './acceptanceRows.js'

/** How many criteria there are on a harness of the first generation, and, with three of its own, of the second. */
const criteriaOf = (contract: string): number => (contract === 'request' ? 11 : 8)

/** The harness versions that the criteria are evaluated on, by contract. */
export type Harnesses = Readonly<Record<string, string>>

/** `docs/acceptance.md`: each criterion under each contract, met or not, as the last whole run of the tests found it. */
export const acceptancePage = (rows: ReadonlyArray<AcceptanceRow>, harnesses: Harnesses): string =>
  [
    '# Acceptance',
    '',
    'Written by `npm run pages` from the results of `npm test`. Each criterion is checked on a real harness of each contract. What each harness version can',
    'do is recorded in `packages/fixtures/availability/records/`.',
    '',
    ...Object.entries(harnesses).flatMap(([contract, harness]) => [
      `## \`${contract}\`, on harness ${harness}`,
      '',
      '| criterion | met | tests |',
      '|---|---|---|',
      ...Array.from({ length: criteriaOf(contract) }, (_, index) =>
        showRow(
          index + 1,
          rows.find((row) => row.contract === contract && row.criterion === index + 1),
        ),
      ),
      '',
    ]),
  ].join('\n')

const showRow = (criterion: number, row: AcceptanceRow | undefined): string =>
  row === undefined
    ? `| ${criterion} | **no test ran** | |`
    : `| ${criterion}. ${row.statement} | ${isMet(row) ? row.how : '**not met**'} | ${showTests(row)} |`

const isMet = ({ failed, skipped }: AcceptanceRow): boolean => failed + skipped === 0

const showTests = ({ files, passed, failed, skipped }: AcceptanceRow): string =>
  `${files.map((file) => `\`${file}\``).join(', ')}: ${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} did not run`}`
