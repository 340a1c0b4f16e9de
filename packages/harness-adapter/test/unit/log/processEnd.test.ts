import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bundled } from '../../../../../tools/build/bundle.js'
import { harnessBinary } from '../../../../lab/src/harness/harnessBinary.js'
import { account } from './support/decisions.js'
import type { EndPlan } from './support/EndPlan.js'

const built = mkdtempSync(join(tmpdir(), 'active-mode-probe-'))
const probe = join(built, 'endProbe.mjs')

// Built once, since many processes run it.
beforeAll(() =>
  build({ ...bundled, entryPoints: [fileURLToPath(new URL('./endProbe.ts', import.meta.url))], outfile: probe }),
)
afterAll(() => rmSync(built, { recursive: true, force: true }))

let base: string
let folder: string
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'active-mode-end-'))
  folder = join(base, 'decisions')
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const runtimes: Readonly<Record<string, () => Promise<readonly [file: string, env: NodeJS.ProcessEnv]>>> = {
  bun: async () => {
    const binary = await harnessBinary()
    if (binary._tag === 'missing') throw new Error(binary.detail)
    return [binary.path, { BUN_BE_BUN: '1' }]
  },
  node: async () => [process.execPath, {}],
}

/** Lets a process run to its end; answers how many listeners for it there were, and what it said on stderr. */
const run = async (
  runtime: string,
  plan: Partial<EndPlan>,
): Promise<{ readonly listeners: number; readonly said: string }> => {
  const [file, env] = (await runtimes[runtime]?.()) ?? ['', {}]
  const whole: EndPlan = { folder, logs: 1, decisions: 0, held: 0, turns: 0, version: '1.2.3', listens: true, ...plan }
  const { stdout, stderr } = await promisify(execFile)(file, [probe, JSON.stringify(whole)], {
    env: { ...process.env, ...env },
  })
  const [name, listeners] = stdout.trim().split(' ')
  expect(name).toBe(runtime)
  return { listeners: Number(listeners), said: stderr }
}

const idsOf = (count: number, word = 'msg_'): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, n) => `${word}${n}`).toSorted()

const linesOf = (file: string): ReadonlyArray<Readonly<Record<string, unknown>>> =>
  readFileSync(join(folder, file), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

describe.each(['bun', 'node'])('a process that ends (%s)', (runtime) => {
  test('leaves the line of a decision that was just made, and its registry', async () => {
    await run(runtime, { decisions: 1 })
    const [line] = linesOf('ses_a.jsonl')
    expect(line).toMatchObject({ messageId: 'msg_0', confirmed: true })
    expect(readdirSync(join(folder, 'registries'))).toEqual([`${String(line?.['registry'])}.json`])
  })

  test('waits for no harness that has not told its version', async () => {
    await run(runtime, { decisions: 3, turns: 50, version: null })
    expect(account(folder).messages.toSorted()).toEqual(idsOf(3))
    expect(linesOf('ses_a.jsonl').map(({ harness }) => harness)).toEqual([null])
  })

  test('leaves the line of a decision of which the harness had yet to say whom it was for', async () => {
    await run(runtime, { held: 2, turns: 3 })
    expect(
      linesOf('ses_a.jsonl').map(({ messageId, requestAgent, confirmed }) => [messageId, requestAgent, confirmed]),
    ).toEqual([
      ['msg_held_0', null, null],
      ['msg_held_1', null, null],
    ])
  })

  test('leaves each line once, whatever was being written at that moment', async () => {
    for (let turns = 0; turns < 40; turns += 1) {
      rmSync(folder, { recursive: true, force: true })
      await run(runtime, { decisions: 30, logs: 2, turns })
      expect(account(folder), `after ${turns} turns`).toEqual({ messages: expect.anything() as unknown, told: 0 })
      expect(account(folder).messages.toSorted(), `after ${turns} turns`).toEqual(idsOf(30))
      expect(existsSync(join(folder, 'registries'))).toBe(true)
    }
  }, 120_000)

  test('is listened to once, however many instances of the plugin there are', async () => {
    const [one, many] = [await run(runtime, { decisions: 1 }), await run(runtime, { logs: 60, decisions: 60 })]
    expect(many.listeners).toBe(one.listeners)
    expect(account(folder).messages).toHaveLength(61)
  })

  test('begins a line of its own after a torn one', async () => {
    await run(runtime, { decisions: 1 })
    writeFileSync(join(folder, 'ses_a.jsonl'), '{"v":1,"at":"20')
    await run(runtime, { decisions: 1 })
    expect(account(folder).messages).toEqual(['msg_0'])
  })

  test.each([
    ['at once', { turns: 0 }, 1],
    ['before the harness took what it was told', { turns: 2000, listens: false }, 1],
    ['after it took it', { turns: 2000 }, 0],
  ])('says that nothing can be written, unless the harness took it: %s', async (_, plan, times) => {
    writeFileSync(folder, '')
    const { said } = await run(runtime, { ...plan, logs: 3, decisions: 9 })
    expect(
      said.match(/^active-mode: the decision log cannot be written \(E[A-Z]+\), .* decisionLog, .*$/gm) ?? [],
    ).toHaveLength(times)
    expect(readFileSync(folder, 'utf8')).toBe('')
  })
})
