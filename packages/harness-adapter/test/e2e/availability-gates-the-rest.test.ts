import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const expectedHarness = (file: string) =>
  (JSON.parse(readFileSync(join(root, 'packages/fixtures/availability', file), 'utf8')) as { readonly harness: string })
    .harness
const pinned = expectedHarness('expected.json')
const second = expectedHarness('expected-2.json')
const folder = mkdtempSync(join(tmpdir(), 'active-mode-gate-'))

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

interface Report {
  readonly testResults: ReadonlyArray<{
    readonly name: string
    readonly assertionResults: ReadonlyArray<{
      readonly status: string
      readonly title: string
      readonly failureMessages: ReadonlyArray<string>
    }>
  }>
}

// What a vitest worker finds in its environment would confuse the vitest below it.
const inherited = Object.fromEntries(
  Object.entries(process.env).filter(([key]) => !key.startsWith('VITEST') && key !== 'NODE_ENV' && key !== 'TEST'),
)

const vitest = (
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly stdout: string }> => {
  const child = spawn('npx', ['vitest', ...args], {
    cwd: root,
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const stdout: string[] = []
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk.toString('utf8')))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      resolve({ code, stdout: stdout.join('') })
    })
  })
}

const gates = {
  'availability.test.ts': 'the session API of the harness is what the code was built for',
  'second-generation.test.ts': 'the hooks of the second generation are what the code was built for',
} as const

/** Runs the gate of one generation and a project after it, as `npm test` does with both, in an environment of its own. */
const runSuite = async (
  name: string,
  gate: keyof typeof gates,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly report: Report }> => {
  const outputFile = join(folder, `${name}.json`)
  const files = [`test/gate/${gate}`, 'packages/core/']
  const { code } = await vitest(
    [
      'run',
      '--project',
      'availability',
      '--project',
      'core',
      '--reporter=json',
      `--outputFile=${outputFile}`,
      ...files,
    ],
    { ACTIVE_MODE_AVAILABILITY_RECORDS: join(folder, name), ...env },
  )
  return { code, report: JSON.parse(readFileSync(outputFile, 'utf8')) as Report }
}

const recordOf = (name: string, version: string) =>
  JSON.parse(readFileSync(join(folder, name, `${version}.json`), 'utf8')) as {
    readonly contract: string
    readonly failure: string | null
    readonly facts: ReadonlyArray<{ readonly name: string; readonly holds: boolean | null }>
  }

const results = (report: Report) => report.testResults.flatMap((file) => file.assertionResults)

const expectNothingElseRan = (report: Report, gate: keyof typeof gates) => {
  const ran = results(report).filter((result) => result.status === 'passed' || result.status === 'failed')
  expect(ran.map((result) => result.title)).toEqual([gates[gate]])
  expect(ran.map((result) => result.status)).toEqual(['failed'])
}

test('each generation has its gate in the project that runs first, and there are tests after it that could run', async () => {
  const { stdout } = await vitest(
    ['list', '--project', 'availability', '--project', 'core', '--json', '--filesOnly'],
    {},
  )
  const listed = JSON.parse(stdout) as ReadonlyArray<{ readonly file: string; readonly projectName: string }>
  const of = (project: string) => listed.filter(({ projectName }) => projectName === project)
  expect(
    of('availability')
      .map(({ file }) => basename(file))
      .toSorted(),
  ).toEqual(Object.keys(gates))
  expect(of('core').length).toBeGreaterThan(0)
})

test('criterion 7: with a harness that answers otherwise the record says so and nothing after the gate runs', async () => {
  const { code, report } = await runSuite('doctored', 'availability.test.ts', {
    ACTIVE_MODE_AVAILABILITY_DOCTOR: 'session-info-lacks-agent',
  })
  expect(code).not.toBe(0)
  expectNothingElseRan(report, 'availability.test.ts')
  const said = results(report)
    .flatMap((result) => result.failureMessages)
    .join('\n')
  expect(said).toContain(`The contract on harness ${pinned} is fallback-only, the code was built for primary.`)
  expect(said).toContain(`Fact session-info-carries-agent does not hold on harness ${pinned}`)
  const record = recordOf('doctored', pinned)
  expect(record.contract).toBe('fallback-only')
  expect(record.failure).toBeNull()
  expect(record.facts.find((fact) => fact.name === 'session-info-carries-agent')?.holds).toBe(false)
})

test('criterion 7: without a harness the record says so and nothing after the gate runs', async () => {
  const { code, report } = await runSuite('missing', 'availability.test.ts', {
    ACTIVE_MODE_HARNESS: join(folder, 'nonexistent'),
  })
  expect(code).not.toBe(0)
  expectNothingElseRan(report, 'availability.test.ts')
  expect(
    results(report)
      .flatMap((result) => result.failureMessages)
      .join('\n'),
  ).toContain('there is no harness to run')
  const record = recordOf('missing', 'unknown')
  expect(record.contract).toBe('none')
  expect(record.failure).toBe('there is no harness to run: ACTIVE_MODE_HARNESS names a file that does not exist')
})

test.each([
  ['names no agent', 'request-lacks-agent', 'context-names-session-and-agent'],
  ['never calls the hook', 'context-never-called', 'context-fires-for-every-turn'],
])(
  'criterion 7 on request, met: with a harness that %s the record says so and nothing after the gate runs',
  async (_, doctor, fact) => {
    const { code, report } = await runSuite(doctor, 'second-generation.test.ts', {
      ACTIVE_MODE_AVAILABILITY_DOCTOR: doctor,
    })
    expect(code).not.toBe(0)
    expectNothingElseRan(report, 'second-generation.test.ts')
    const said = results(report)
      .flatMap((result) => result.failureMessages)
      .join('\n')
    expect(said).toContain(`The contract on harness ${second} is none, the code was built for request.`)
    expect(said).toContain(`Fact ${fact} does not hold on harness ${second}`)
    const record = recordOf(doctor, second)
    expect(record.contract).toBe('none')
    expect(record.failure).toBeNull()
    expect(record.facts.find(({ name }) => name === fact)?.holds).toBe(false)
  },
)

test('criterion 7 on request, met: without a harness the record says so and nothing after the gate runs', async () => {
  const { code, report } = await runSuite('missing-second', 'second-generation.test.ts', {
    ACTIVE_MODE_HARNESS_2: join(folder, 'nonexistent'),
  })
  expect(code).not.toBe(0)
  expectNothingElseRan(report, 'second-generation.test.ts')
  const record = recordOf('missing-second', 'unknown')
  expect(record.contract).toBe('none')
  expect(record.failure).toBe('there is no harness to run: ACTIVE_MODE_HARNESS_2 names a file that does not exist')
})
