/** A test as the run ended it. */
export interface TestResult {
  readonly file: string
  /** The titles of its groups and its own, outermost first. */
  readonly titles: ReadonlyArray<string>
  readonly passed: boolean
}

/** One acceptance criterion as the run found it. */
export interface AcceptanceRow {
  readonly criterion: number
  readonly statement: string
  readonly files: ReadonlyArray<string>
  readonly passed: number
  readonly failed: number
}

const criterionTitle = /^criterion (\d+): (.*)$/s

/** The rows of the acceptance page, from the titles that name a criterion. A criterion without a test has no row. */
export const acceptanceRows = (results: ReadonlyArray<TestResult>): ReadonlyArray<AcceptanceRow> => {
  const named = results.flatMap((result) => {
    const match = result.titles.map((title) => criterionTitle.exec(title)).find((found) => found !== null)
    return match === undefined ? [] : [{ ...result, criterion: Number(match[1]), statement: match[2] ?? '' }]
  })
  return [...new Set(named.map(({ criterion }) => criterion))]
    .toSorted((a, b) => a - b)
    .map((criterion) => {
      const tests = named.filter((test) => test.criterion === criterion)
      return {
        criterion,
        statement: [...new Set(tests.map(({ statement }) => statement))].join('; '),
        files: [...new Set(tests.map(({ file }) => file))].toSorted(),
        passed: tests.filter(({ passed }) => passed).length,
        failed: tests.filter(({ passed }) => !passed).length,
      }
    })
}
