import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { TestResult } from '../acceptanceRows.js'

export type Results = ReadonlyArray<TestResult>

interface VitestReport {
  readonly testResults: ReadonlyArray<{
    readonly name: string
    readonly status: string
    readonly assertionResults: ReadonlyArray<{
      readonly ancestorTitles: ReadonlyArray<string>
      readonly title: string
      readonly status: string
    }>
  }>
}

/** Vitest has several words for a test that did not run. */
const outcomeOf = (status: string): TestResult['outcome'] =>
  status === 'passed' || status === 'failed' ? status : 'skipped'

/** What became of each test, and the files that did not come so far; nothing if vitest itself did not. */
export const readResults = (reportFile: string): Results => {
  try {
    const { testResults }: VitestReport = JSON.parse(readFileSync(reportFile, 'utf8'))
    return testResults.flatMap(({ name, status, assertionResults }) => {
      const file = relative(process.cwd(), name)
      const tests = assertionResults.map((result) => ({
        file,
        titles: [...result.ancestorTitles, result.title],
        outcome: outcomeOf(result.status),
      }))
      const isBroken = status === 'failed' && tests.every(({ outcome }) => outcome === 'skipped')
      return isBroken ? [{ file, titles: [file], outcome: 'failed' as const }, ...tests] : tests
    })
  } catch {
    return []
  }
}
