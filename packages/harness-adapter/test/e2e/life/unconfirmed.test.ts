import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Harness } from '@active-mode/lab/harness'
import { scratchFolder } from '../support/bootDirector.js'
import { eventually, openTitled, saidOf, served, told } from '../support/life.js'
import { openDirector } from '../support/openDirector.js'

// An earlier plugin stands between the splice and the hook by which the harness says for which agent the request is.

const folder = scratchFolder()
const [mode, waits] = [join(folder, 'mode'), join(folder, 'waits')]
const gatekeeper = {
  name: 'gatekeeper',
  source: `
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
export default async () => ({
  'chat.params': async () => {
    if (!existsSync(${JSON.stringify(mode)})) return
    if (readFileSync(${JSON.stringify(mode)}, 'utf8') === 'throw') throw new Error('no')
    writeFileSync(${JSON.stringify(waits)}, '')
    while (existsSync(${JSON.stringify(mode)})) await new Promise((resolve) => setTimeout(resolve, 20))
  },
})
`,
}

let harness: Harness

beforeAll(async () => {
  harness = await openDirector({ plugins: [gatekeeper] })
})
afterAll(() => harness.stop())
afterEach(() => {
  rmSync(mode, { force: true })
  rmSync(waits, { force: true })
})

const linesOf = (
  id: string,
): ReadonlyArray<{ readonly messageId: string | null; readonly confirmed: boolean | null }> => {
  const file = join(harness.stateDir, 'active-mode', 'decisions', `${id}.jsonl`)
  // A line is whole once its end is there.
  return existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line))
    : []
}

const userMessages = async (id: string): Promise<ReadonlyArray<string>> =>
  (await harness.client.messages(id)).flatMap(({ info }) => (info.role === 'user' ? [info.id] : []))

test('a turn of a director that was broken off before it was confirmed is a warning, and its line names its message', async () => {
  const id = await openTitled(harness, 'ship')
  writeFileSync(mode, 'wait')
  const broken = harness.client.prompt(id, { agent: 'ship', text: 'go on' }).catch(() => undefined)
  await eventually('the request waits', () => existsSync(waits))
  await harness.client.abort(id)
  await broken
  rmSync(mode)
  expect(told(await served(harness, id, 'ship'))).toBe('director ship')
  await eventually('two decisions', () => linesOf(id).length === 2)
  const [first, second] = await userMessages(id)
  expect(linesOf(id).map(({ messageId, confirmed }) => [messageId, confirmed])).toEqual([
    [first, null],
    [second, true],
  ])
  expect(await saidOf(harness, id, 2)).toContain(
    'WARN a turn of a director was broken off before the harness said for which agent its request was',
  )
})

test('one that was not broken off is an error', async () => {
  const id = await openTitled(harness, 'ship')
  writeFileSync(mode, 'throw')
  await harness.client.prompt(id, { agent: 'ship', text: 'go on' }).catch(() => undefined)
  await eventually('a decision', () => linesOf(id).length === 1)
  expect(linesOf(id)[0]?.confirmed).toBe(null)
  expect(await saidOf(harness, id, 2)).toContain(
    'ERROR the harness never said for which agent a request of a director was, so its block is not confirmed',
  )
})

test('of a copilot nothing is said', async () => {
  const id = await openTitled(harness, 'plan')
  writeFileSync(mode, 'throw')
  await harness.client.prompt(id, { agent: 'plan', text: 'go on' }).catch(() => undefined)
  await eventually('a decision', () => linesOf(id).length === 1)
  expect(harness.logs()).not.toContain(`session \`${id}\``)
})
