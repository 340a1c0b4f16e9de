/** A test as the run ended it. */
export interface TestResult {
  readonly file: string
  /** The titles of its groups and its own, outermost first. */
  readonly titles: ReadonlyArray<string>
  readonly outcome: 'passed' | 'failed' | 'skipped'
}

/** One acceptance criterion under one contract, as the run found it. */
export interface AcceptanceRow {
  readonly criterion: number
  readonly contract: string
  readonly statement: string
  /** How it is met where its tests pass. */
  readonly how: string
  readonly files: ReadonlyArray<string>
  readonly passed: number
  readonly failed: number
  /** Tests that did not run. A criterion with one is not met. */
  readonly skipped: number
}

/** `criterion 6 on fallback-only, met by the unresolvable outcome: …`; without a contract it is `primary` and plainly met. */
const criterionTitle = /^criterion (\d+)(?: on ([a-z-]+), (.*?))?: (.*)$/s

/** The rows of the acceptance page, from the titles that name a criterion. A criterion without a test has no row. */
export const acceptanceRows = (results: ReadonlyArray<TestResult>): ReadonlyArray<AcceptanceRow> => {
  const named = results.flatMap((result) => {
    const match = result.titles.map((title) => criterionTitle.exec(title)).find((found) => found !== null)
    return match === undefined
      ? []
      : [
          {
            ...result,
            criterion: Number(match[1]),
            contract: match[2] ?? 'primary',
            how: match[3] ?? 'met',
            statement: match[4] ?? '',
          },
        ]
  })
  const keys = [...new Set(named.map(({ contract, criterion }) => `${contract} ${criterion}`))]
  return keys.map((key) => {
    const tests = named.filter(({ contract, criterion }) => `${contract} ${criterion}` === key)
    const distinct = (values: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(values)].toSorted()
    return {
      criterion: tests[0]?.criterion ?? 0,
      contract: tests[0]?.contract ?? '',
      statement: distinct(tests.map(({ statement }) => statement)).join('; '),
      how: distinct(tests.map(({ how }) => how)).join('; '),
      files: distinct(tests.map(({ file }) => file)),
      ...counted(tests),
    }
  })
}

const counted = (tests: ReadonlyArray<TestResult>): Pick<AcceptanceRow, TestResult['outcome']> => {
  const count = (wanted: TestResult['outcome']): number => tests.filter(({ outcome }) => outcome === wanted).length
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') }
}
