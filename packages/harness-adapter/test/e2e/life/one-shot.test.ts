import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runOnce, stageHarness, type OnceResult, type Stage, type WireRequest } from '@active-mode/fixtures/harness'
import { directorOptions } from '../support/bootDirector.js'
import { told } from '../support/life.js'
import { blockOf } from '../support/wire.js'

let stage: Stage
let flipped: OnceResult | undefined

beforeAll(async () => {
  stage = await stageHarness(directorOptions())
})
afterAll(() => stage.dispose())

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
  expect(flipped?.stderr.match(/no longer .*: now [^.]*/)?.[0]).toBe('no longer director of mode `ship` (agent `ship`): now copilot (agent `build`)')
})

test('without an agent, and with one that there is not', async () => {
  expect(summary(turnOf(await run('hello')))).toEqual(['build', 'nothing'])
  expect(summary(turnOf(await run('--agent', 'shop', 'hello')))).toEqual(['build', 'nothing'])
})

test('a request without a session, as the harness makes it for a new agent, gets no block', async () => {
  const folder = join(stage.directory, 'made')
  const made = { identifier: 'navigator', whenToUse: 'Use this agent to find the way.', systemPrompt: 'You find the way.' }
  stage.model.respond(({ session }) => (session === null ? { kind: 'text', text: JSON.stringify(made) } : undefined))
  const args = ['agent', 'create', '--print-logs', '--path', folder, '--description', 'finds the way', '--mode', 'primary', '--permissions', 'read', '--model', 'stand-in/model']
  const { code, stderr, requests } = await runOnce({ stage, args })
  expect(code, stderr.slice(-2000)).toBe(0)
  expect(requests.map((request) => [request.session, told(request)])).toEqual([[null, 'nothing']])
  expect(readdirSync(folder, { recursive: true })).toContain(join('agents', 'navigator.md'))
  expect(stderr).not.toMatch(/the hook .* failed/)
})
