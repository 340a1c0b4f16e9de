import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { acceptancePage } from './acceptancePage.js'
import { acceptanceRows, type TestResult } from './acceptanceRows.js'

/** `npm test`: types, lint, boundaries, then the tests in the order of the workspace; ends with `N passed, N failed`. */

const resultsFile = '.untracked/vitest.json'

const checks: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ['types', ['tsc', '-b']],
  ['lint', ['eslint', '.']],
  ['boundaries', ['tsx', 'tools/boundaries.ts']],
]

const run = ([name, command]: readonly [string, ReadonlyArray<string>]): boolean => {
  console.error(`— ${name}`)
  return spawnSync('npx', ['--no-install', ...command], { stdio: 'inherit' }).status === 0
}

interface VitestReport {
  readonly testResults: ReadonlyArray<{
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: ReadonlyArray<{ readonly ancestorTitles: ReadonlyArray<string>; readonly title: string; readonly status: string }>
  }>
}

/** The tests that ran, and the files that did not come so far; nothing if vitest itself did not. */
const readResults = (): ReadonlyArray<TestResult> => {
  try {
    const { testResults }: VitestReport = JSON.parse(readFileSync(resultsFile, 'utf8'))
    return testResults.flatMap(({ name, status, assertionResults }) => {
      const file = relative(process.cwd(), name)
      const ran = assertionResults.filter((result) => result.status === 'passed' || result.status === 'failed')
      const broken = ran.length === 0 && status === 'failed' ? [{ file, titles: [file], passed: false }] : []
      return [...broken, ...ran.map((result) => ({ file, titles: [...result.ancestorTitles, result.title], passed: result.status === 'passed' }))]
    })
  } catch {
    return []
  }
}

const expected: { readonly harness: string; readonly contract: string } = JSON.parse(readFileSync('packages/fixtures/availability/expected.json', 'utf8'))
const harnesses = { [expected.contract]: expected.harness, 'fallback-only': '1.14.41' }

mkdirSync('.untracked', { recursive: true })
rmSync(resultsFile, { force: true })
const outcomes = checks.map(run)
const testsPassed = run(['tests', ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${resultsFile}`]])
const results = readResults()
writeFileSync('docs/acceptance.md', acceptancePage(acceptanceRows(results), harnesses))

const passed = outcomes.filter(Boolean).length + results.filter((result) => result.passed).length
const failed = outcomes.filter((ok) => !ok).length + results.filter((result) => !result.passed).length
// A runner that fails without a failed test (a crash, an unhandled error, no test at all) is a failure of its own.
const unseen = !testsPassed && results.every((result) => result.passed) ? 1 : 0
process.exitCode = failed + unseen === 0 ? 0 : 1
console.log(`${passed} passed, ${failed + unseen} failed`)
