import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Harness } from '@active-mode/lab/harness'
import { faultsFor } from './support/bootDirector.js'
import { openDirector } from './support/openDirector.js'
import { threeModes } from './support/threeModes.js'
import { blockOf, blocksOf, linesOf, turn, unresolvable } from './support/wire.js'

const faults = faultsFor()
let harness: Harness

beforeAll(async () => {
  harness = await openDirector({ plugins: [faults.plugin], ownRegistry: true })
})
afterAll(() => harness.stop())
beforeEach(() => faults.set([]))

const { write, edit, remove } = threeModes(() => harness.registryDir)
const fresh = async (agent: string) => turn(harness, (await harness.client.createSession({ agent })).id, agent)

describe('criterion 3: with a staged registry and an agent that cannot be resolved the block says so in the exact words', () => {
  test('the session cannot be asked and no record stands in', async () => {
    faults.set([
      { path: '^/session/[^/]+$', fault: { kind: 'answer', status: 500, body: '{"name":"UnknownError"}' } },
      { path: '/message$', fault: { kind: 'answer', status: 500, body: '{}' } },
    ])
    const request = await fresh('ship')
    expect(linesOf(request, 'posture:')).toEqual([unresolvable])
    expect(linesOf(request, 'reason:')).toHaveLength(1)
    expect(linesOf(request, 'stamp:')).toEqual([])
    expect(blockOf(request)).toContain('do not assume\na director posture')
  })

  test('a torn bundle may claim any agent that no mode claims', async () => {
    write('torn/mode.toml', 'mode = "to')
    const request = await fresh('plan')
    expect(linesOf(request, 'posture:')).toEqual([unresolvable])
    expect(linesOf(request, 'reason:')).toEqual([expect.stringContaining('`torn`')])
    expect(linesOf(await fresh('ship'), 'posture:'), 'a positive claim stands').toEqual([
      'posture: director — mode `ship` (agent `ship`)',
    ])
    write('torn/mode.toml', 'schema_version = "1"\nmode = "torn"\n[consumer_floors]\nplugin = "1"\n')
    expect(blocksOf(await fresh('plan')), 'a manifest from before the binding claims its own name only').toEqual([])
  })

  test('a bundle that tears keeps the claims it was seen to make', async () => {
    edit('haul/mode.toml', (text) => text.slice(0, text.length / 2))
    expect(linesOf(await fresh('porter'), 'reason:')).toEqual([expect.stringContaining('`haul`')])
    expect(blocksOf(await fresh('plan'))).toEqual([])
  })
})

describe('criterion 4: a director whose bundle misses parts is told which, and nothing is invented', () => {
  test('the pack is gone', async () => {
    remove('ship/pack.toml')
    const request = await fresh('ship')
    expect(linesOf(request, 'degraded:')).toEqual(['degraded: pack.toml (absent)'])
    expect(blockOf(request)).not.toMatch(/Phases and gates|Closing artifact|Handoffs/)
    expect(linesOf(request, 'stamp:')).toHaveLength(1)
  })

  test('pack and rule are broken', async () => {
    edit('ship/pack.toml', (text) => `${text}\n[[phases`)
    edit('ship/card.md', (text) =>
      text.replace(/-GENERATED: region=ledger-discovery-rule end/, '-GENERATED: region=other end'),
    )
    const request = await fresh('ship')
    expect(linesOf(request, 'degraded:')).toEqual(['degraded: pack.toml (invalid); ledger-discovery-rule (invalid)'])
    expect(blockOf(request)).not.toMatch(/Ledger rule|Phases and gates/)
  })
})

describe('criterion 5: a version gap is an unresolvable block for every agent, never silence', () => {
  test.each([
    ['a floor above this build', (text: string) => text.replace(/plugin = "1"/, 'plugin = "2"')],
    ['a manifest of a future format', (text: string) => text.replace(/schema_version = "1"/, 'schema_version = "2"')],
  ])('%s', async (_, raise) => {
    edit('explore/mode.toml', raise)
    for (const agent of ['ship', 'quartermaster', 'plan', 'build', 'custom']) {
      const request = await fresh(agent)
      expect(linesOf(request, 'posture:'), agent).toEqual([unresolvable])
      expect(linesOf(request, 'reason:'), agent).toEqual([expect.stringContaining('`explore`')])
    }
    edit('explore/mode.toml', (text) => text)
    expect(blocksOf(await fresh('plan')), 'mended').toEqual([])
  })
})
