import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type OnceResult, runOnce, type Stage, stageHarness, type WireRequest } from '@active-mode/lab/harness'
import { directorOptions, faultsFor } from '../support/bootDirector.js'
import { told } from '../support/life.js'
import { blockOf } from '../support/wire.js'

const faults = faultsFor()
let stage: Stage
let flipped: OnceResult | undefined

beforeAll(async () => {
  stage = await stageHarness(directorOptions({ plugins: [faults.plugin] }))
})
afterAll(() => stage.dispose())
afterEach(() => faults.set([]))

const run = async (...args: ReadonlyArray<string>): Promise<OnceResult> => {
  const result = await runOnce({ stage, args: ['run', '--print-logs', ...args] })
  expect(result.code, result.stderr.slice(-2000)).toBe(0)
  return result
}

const turnOf = ({ requests }: OnceResult): WireRequest => {
  const turns = requests.filter(({ agent }) => agent !== 'title')
  if (turns.length !== 1) throw new Error(`expected one turn, got ${String(turns.length)}`)
  return turns[0] as WireRequest
}

const summary = (request: WireRequest): readonly [string | null, string] => [request.agent, told(request)]

test('a session that is run once at a time', async () => {
  const first = await run('--agent', 'ship', 'hello')
  expect(summary(turnOf(first))).toEqual(['ship', 'director ship'])
  expect(first.requests.filter(({ agent }) => agent === 'title').map(told)).toEqual(['nothing'])
  expect(first.stderr).toContain('director of mode `ship` (agent `ship`)')

  const continued = await run('--continue', '--agent', 'ship', 'go on')
  expect(turnOf(continued).session).toBe(turnOf(first).session)
  expect(blockOf(turnOf(continued))).toBe(blockOf(turnOf(first)))

  flipped = await run('--continue', 'go on')
  expect(turnOf(flipped).session).toBe(turnOf(first).session)
  expect(summary(turnOf(flipped)), 'the harness serves its default agent').toEqual(['build', 'nothing'])
})

test('one that leaves a director posture says so, although it is another process that served the director', () => {
  expect(flipped?.stderr.match(/no longer .*: now [^.]*/)?.[0]).toBe(
    'no longer director of mode `ship` (agent `ship`): now copilot (agent `build`)',
  )
})

test('without an agent, and with one that there is not', async () => {
  expect(summary(turnOf(await run('hello')))).toEqual(['build', 'nothing'])
  expect(summary(turnOf(await run('--agent', 'shop', 'hello')))).toEqual(['build', 'nothing'])
})

test('a request without a session, as the harness makes it for a new agent, gets no block', async () => {
  const folder = join(stage.directory, 'made')
  const made = {
    identifier: 'navigator',
    whenToUse: 'Use this agent to find the way.',
    systemPrompt: 'You find the way.',
  }
  stage.model.respond(({ session }) => (session === null ? { kind: 'text', text: JSON.stringify(made) } : undefined))
  const args = [
    'agent',
    'create',
    '--print-logs',
    '--path',
    folder,
    '--description',
    'finds the way',
    '--mode',
    'primary',
    '--permissions',
    'read',
    '--model',
    'stand-in/model',
  ]
  const { code, stderr, requests } = await runOnce({ stage, args })
  expect(code, stderr.slice(-2000)).toBe(0)
  expect(requests.map((request) => [request.session, told(request)])).toEqual([[null, 'nothing']])
  expect(readdirSync(folder, { recursive: true })).toContain(join('agents', 'navigator.md'))
  expect(stderr).not.toMatch(/the hook .* failed/)
})

describe('the decision log of a session that is run once', () => {
  const folder = (): string => join(stage.stateDir, 'active-mode', 'decisions')
  const linesOf = (session: string | null): ReadonlyArray<Readonly<Record<string, unknown>>> =>
    readFileSync(join(folder(), `${String(session)}.jsonl`), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))

  test('has its line, also where the harness ends before it has told its version', async () => {
    faults.set([{ path: '^/global/health$', fault: { kind: 'hang' } }])
    const turn = turnOf(await run('--agent', 'ship', 'hello'))
    const [line, ...more] = linesOf(turn.session)
    expect(more).toEqual([])
    expect(line).toMatchObject({
      messageId: turn.message,
      harness: null,
      requestAgent: 'ship',
      confirmed: true,
      blockBytes: Buffer.byteLength(blockOf(turn)),
    })
    expect(readdirSync(join(folder(), 'registries'))).toContain(`${String(line?.['registry'])}.json`)
  })

  test('has its line where another plugin ends the process before the harness says whom the request is for', async () => {
    const before = readdirSync(folder())
    stage.configure(directorOptions({ later: [{ name: 'leaver', source: leaver }] }))
    const { code, stdout } = await runOnce({ stage, args: ['run', '--agent', 'ship', 'hello'] })
    stage.configure({})
    expect([code, stdout]).toEqual([7, ''])
    const [session = '', ...others] = readdirSync(folder()).filter((name) => !before.includes(name))
    expect(others).toEqual([])
    expect(linesOf(session.replace('.jsonl', ''))).toMatchObject([
      {
        sessionInfo: { _tag: 'known', agent: 'ship' },
        requestAgent: null,
        confirmed: null,
        blockSha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      },
    ])
  })

  test.each<[string, () => void]>([
    ['the folder', () => writeFileSync(folder(), '')],
    [
      'its folder of registries',
      () => {
        mkdirSync(folder())
        writeFileSync(join(folder(), 'registries'), '')
      },
    ],
  ])('that cannot be written is said once, and costs no turn: %s', async (_, refuse) => {
    rmSync(folder(), { recursive: true })
    refuse()
    const result = await run('--agent', 'ship', 'hello')
    expect(summary(turnOf(result))).toEqual(['ship', 'director ship'])
    // On a busy machine the process may end before the harness has written the line; then it is the last thing on stderr.
    const said = result.stderr.split('\n').filter((line) => /the decision log cannot be written \(E[A-Z]+\)/.test(line))
    expect(said).not.toEqual([])
    expect(said.filter((line) => !line.startsWith('active-mode: ')).length).toBeLessThanOrEqual(1)
    rmSync(folder(), { recursive: true })
    mkdirSync(folder())
  })
})

/** Ends the process between this plugin's splice and what the harness says after it. */
const leaver = `
export default async () => ({
  'experimental.chat.system.transform': async (input, output) => {
    if (output.system.join().includes('posture: director')) process.exit(7)
  },
})
`
