import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fallbackOnlyVersion } from '../packages/lab/src/availability/fallbackOnlyVersion.js'
import { acceptancePage } from './acceptancePage.js'
import { acceptanceRows, type TestResult } from './acceptanceRows.js'
import { toolArguments } from './build/toolArguments.js'

toolArguments(
  'test',
  `usage: npm test
Types, lint, boundaries, dead code, then all tests: some minutes. Ends with: N passed, N failed. Exit 1: something failed. Exit 2: usage.`,
  {},
)

/** `npm test`: types, lint, boundaries, dead code, then the tests in the order of the workspace; ends with `N passed, N failed`. */

const resultsFile = '.untracked/vitest.json'

const checks: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ['types', ['tsc', '-b']],
  ['format', ['prettier', '--check', '--log-level', 'warn', '.']],
  ['lint', ['eslint', '.']],
  ['boundaries', ['tsx', 'tools/boundaries.ts']],
  ['dead code', ['knip']],
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
    readonly assertionResults: ReadonlyArray<{
      readonly ancestorTitles: ReadonlyArray<string>
      readonly title: string
      readonly status: string
    }>
  }>
}

/** What became of each test, and the files that did not come so far; nothing if vitest itself did not. */
const readResults = (): ReadonlyArray<TestResult> => {
  try {
    const { testResults }: VitestReport = JSON.parse(readFileSync(resultsFile, 'utf8'))
    return testResults.flatMap(({ name, status, assertionResults }) => {
      const file = relative(process.cwd(), name)
      const tests = assertionResults.map((result) => ({
        file,
        titles: [...result.ancestorTitles, result.title],
        outcome: outcomeOf(result.status),
      }))
      const isBroken = status === 'failed' && tests.every(({ outcome }) => outcome === 'skipped')
      return isBroken ? [{ file, titles: [file], outcome: 'failed' }, ...tests] : tests
    })
  } catch {
    return []
  }
}

/** Vitest has several words for a test that did not run. */
const outcomeOf = (status: string): TestResult['outcome'] =>
  status === 'passed' || status === 'failed' ? status : 'skipped'

const count = (results: ReadonlyArray<TestResult>, outcome: TestResult['outcome']): number =>
  results.filter((result) => result.outcome === outcome).length

/** The version that the code is built for in one generation of the harness, and what it was recorded to be. */
const builtFor = (file: string): { readonly harness: string; readonly contract: string } =>
  JSON.parse(readFileSync(`packages/fixtures/availability/${file}`, 'utf8'))
const [first, second] = [builtFor('expected.json'), builtFor('expected-2.json')]
const harnesses = {
  [first.contract]: first.harness,
  'fallback-only': fallbackOnlyVersion,
  [second.contract]: second.harness,
}

mkdirSync('.untracked', { recursive: true })
rmSync(resultsFile, { force: true })
const outcomes = checks.map(run)
const testsPassed = run([
  'tests',
  ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${resultsFile}`],
])
const results = readResults()
// A run that ended early says nothing about what it did not come to, so the page of the last whole one stands.
if (testsPassed && count(results, 'passed') > 0)
  writeFileSync('docs/acceptance.md', acceptancePage(acceptanceRows(results), harnesses))
else console.error('docs/acceptance.md is left as it was: this was no whole run')

const skipped = results.filter(({ outcome }) => outcome === 'skipped')
if (skipped.length > 0) console.error(`tests that did not run: ${skipped.length}`)
skipped.forEach(({ file, titles }) => console.error(`  ${file}: ${titles.join(' > ')}`))

const passed = outcomes.filter(Boolean).length + count(results, 'passed')
const failed = outcomes.filter((ok) => !ok).length + count(results, 'failed')
// A runner that fails without a failed test (a crash, an unhandled error, no test at all) is a failure of its own.
const unseen = !testsPassed && count(results, 'failed') === 0 ? 1 : 0
process.exitCode = failed + unseen === 0 ? 0 : 1
console.log(`${passed} passed, ${failed + unseen} failed`)
