import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fallbackOnlyVersion } from '../packages/lab/src/availability/fallbackOnlyVersion.js'
import { pinned2Version, pinnedVersion } from '../packages/lab/src/harness/pinnedVersion.js'
import { acceptancePage } from './acceptancePage.js'
import { acceptanceRows } from './acceptanceRows.js'
import { npmCommand, runNpm } from './build/npmCommand.js'
import { outOfDate } from './check/outOfDate.js'
import { readResults, type Results } from './check/readResults.js'

await runNpm(
  npmCommand(
    'test',
    'Types, format, lint, boundaries and dead code beside all tests: some minutes. It writes to ignored files only. Ends with: N passed, N failed. Exit 1: something failed, or a page or record that is written from a run is out of date. Exit 2: usage.',
  ).action(() => undefined),
)

/**
 * `npm test`: the tests in the order of the workspace, and beside them, one after the other, what reads the sources only. What is
 * written from a run (the acceptance page, the records of the harnesses) is compared with what is committed.
 */

const resultsFile = '.untracked/vitest.json'
const acceptanceFile = '.untracked/acceptance.md'

const checks: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ['types', ['npm', 'run', '--silent', 'typecheck']],
  ['format', ['prettier', '--check', '--log-level', 'warn', '.']],
  ['lint', ['npm', 'run', '--silent', 'lint']],
  ['boundaries', ['npm', 'run', '--silent', 'boundaries']],
  ['dead code', ['knip']],
]

interface Ended {
  readonly ok: boolean
  readonly seconds: number
}

/** Runs a command, which `npm test` finds in `node_modules/.bin`; what it prints comes as it is printed, or in one piece at its end, or only if it fails. */
const run = (
  [program = '', ...args]: ReadonlyArray<string>,
  output: 'at once' | 'at the end' | 'if it fails',
): Promise<Ended> => {
  const started = Date.now()
  const child = spawn(program, args, {
    stdio: ['ignore', ...(output === 'at once' ? (['inherit', 'inherit'] as const) : (['pipe', 'pipe'] as const))],
  })
  const said: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => said.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => said.push(chunk))
  return new Promise((resolve) => {
    const end = (ok: boolean) => {
      if (output !== 'if it fails' || !ok) process.stderr.write(Buffer.concat(said))
      resolve({ ok, seconds: Math.round((Date.now() - started) / 1000) })
    }
    child.once('error', () => end(false))
    child.once('close', (code) => end(code === 0))
  })
}

const runChecks = async (): Promise<ReadonlyArray<boolean>> => {
  const outcomes: boolean[] = []
  for (const [name, command] of checks) {
    const { ok, seconds } = await run(command, 'at the end')
    console.error(`— ${name}: ${ok ? 'passed' : 'FAILED'}, ${seconds} s`)
    outcomes.push(ok)
  }
  return outcomes
}

const runTests = async (): Promise<{ readonly ok: boolean; readonly results: Results }> => {
  // Fetched ahead, so that no test has to wait for it. A test that needs one that cannot be had says so.
  await run(['npm', 'run', '--silent', 'harness'], 'if it fails')
  const { ok, seconds } = await run(
    ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${resultsFile}`],
    'at once',
  )
  console.error(`— tests: ${ok ? 'passed' : 'FAILED'}, ${seconds} s`)
  return { ok, results: readResults(resultsFile) }
}

mkdirSync('.untracked', { recursive: true })
for (const stale of [resultsFile, acceptanceFile]) rmSync(stale, { force: true })
const [outcomes, { ok: testsPassed, results }] = await Promise.all([runChecks(), runTests()])

const count = (outcome: Results[number]['outcome']): number =>
  results.filter((result) => result.outcome === outcome).length

// A run that ended early says nothing about what it did not come to.
const isWhole = testsPassed && count('passed') > 0
if (isWhole)
  writeFileSync(
    acceptanceFile,
    acceptancePage(acceptanceRows(results), {
      primary: pinnedVersion(),
      'fallback-only': fallbackOnlyVersion,
      request: pinned2Version(),
    }),
  )
else console.error('docs/acceptance.md was not looked at: this was no whole run')

const old = isWhole ? outOfDate((path) => readFileSync(path, 'utf8')) : []
for (const sentence of old) console.error(sentence)

const skipped = results.filter(({ outcome }) => outcome === 'skipped')
if (skipped.length > 0) console.error(`tests that did not run: ${skipped.length}`)
skipped.forEach(({ file, titles }) => console.error(`  ${file}: ${titles.join(' > ')}`))

const passed = outcomes.filter(Boolean).length + count('passed')
const failed = outcomes.filter((ok) => !ok).length + count('failed') + old.length
// A runner that fails without a failed test (a crash, an unhandled error, no test at all) is a failure of its own.
const unseen = !testsPassed && count('failed') === 0 ? 1 : 0
process.exitCode = failed + unseen === 0 ? 0 : 1
console.log(`${passed} passed, ${failed + unseen} failed`)
