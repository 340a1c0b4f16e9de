import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registryFiles } from '@active-mode/fixtures/registry'
import type { Harness } from '@active-mode/lab/harness'
import { bootDirector } from '../support/bootDirector.js'
import { openTitled, saidOf, served, told } from '../support/life.js'
import { linesOf } from '../support/wire.js'

const near = [
  'Ship',
  'SHIP',
  '\u200bship',
  'ship\u00a0',
  '\uff53hip',
  'team/ship',
  '/home/u/.config/agents/ship',
  'plugin:ship',
]
const chinese = '\u9879\u76ee\u7ba1\u7406'

const agents = ['ship', ...near, chinese, 'directer', 'Lead Director', 'My_Director', 'x mode=ship via=request'].map(
  (id) => ({ id, prompt: 'You do what you are asked.' }),
)
let harness: Harness

beforeAll(async () => {
  harness = await bootDirector({ agents, registry: registryFiles('two-modes') })
})
afterAll(() => harness.stop())

/** An id as the plugin shows it, so that two different ones never look alike. */
const shown = (id: string): string =>
  id.replace(/[^!-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

test.each(near.map((id) => [shown(id), id] as const))(
  'an agent %s is no director, and the log points out that it nearly is',
  async (name, agent) => {
    const id = await openTitled(harness, agent)
    expect(told(await served(harness, id, agent))).toBe('nothing')
    // The harness's log doubles each backslash.
    const said = (await saidOf(harness, id, 1)).map((line) => line.replaceAll('\\\\', '\\'))
    expect(said).toEqual([
      `WARN agent \`${name}\` binds no mode and gets no block; it is close to \`ship\`, and ids are compared exactly`,
    ])
  },
)

test('one letter off is pointed out, too, where the harness has no agent of the claimed name', async () => {
  writeFileSync(join(harness.registryDir, 'active-mode.toml'), '[aliases]\ndirector = "ship"\n')
  const id = await openTitled(harness, 'directer')
  expect(told(await served(harness, id, 'directer'))).toBe('nothing')
  expect(await saidOf(harness, id, 1)).toEqual([
    'WARN agent `directer` binds no mode and gets no block; it is close to `director`, and ids are compared exactly',
  ])
  const again = await openTitled(harness, 'directer')
  await served(harness, again, 'directer')
  expect(await saidOf(harness, again, 0)).toEqual([])
})

test.each([
  [chinese, `"${shown(chinese)}"`],
  ['Lead Director', '"Lead Director"'],
  ['My_Director', 'My_Director'],
  ['x mode=ship via=request', '"x mode=ship via=request"'],
])('an agent %s directs the mode whose manifest names it, and forges nothing in the stamp', async (agent, stamped) => {
  for (const [path, text] of Object.entries(registryFiles('two-modes')).filter(([path]) => path.startsWith('ship/'))) {
    const copy = join(harness.registryDir, path.replace(/^ship/, 'signs'))
    mkdirSync(dirname(copy), { recursive: true })
    writeFileSync(copy, text.replace('mode = "ship"', 'mode = "signs"').replace('agent = "ship"', `agent = "${agent}"`))
  }
  const request = await served(harness, await openTitled(harness, agent), agent)
  expect(told(request)).toBe(`director signs as ${shown(agent)}`)
  expect(linesOf(request, 'stamp:')).toEqual([expect.stringMatching(/^stamp: /) as string])
  expect(linesOf(request, 'stamp:')[0]?.startsWith(`stamp: agent=${stamped} mode=signs via=`)).toBe(true)
})
