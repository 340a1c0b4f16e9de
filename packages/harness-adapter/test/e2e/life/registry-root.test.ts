import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Harness } from '@active-mode/lab/harness'
import { bootDirector, scratchFolder } from '../support/bootDirector.js'
import { openTitled, served, told } from '../support/life.js'
import { linesOf } from '../support/wire.js'

// Where the registry lies on a machine that has more than one place for it, and what its own file says.

describe('with OPENCODE_CONFIG_DIR set to a folder without modes', () => {
  let harness: Harness

  beforeAll(async () => {
    harness = await bootDirector({ env: { OPENCODE_CONFIG_DIR: scratchFolder() } })
  })
  afterAll(() => harness.stop())

  test('the registry of the default folder holds, as its plugin and agents do', async () => {
    expect(told(await served(harness, await openTitled(harness, 'ship'), 'ship'))).toBe('director ship')
    expect(told(await served(harness, await openTitled(harness, 'custom'), 'custom'))).toBe('nothing')
  })

  test('an alias and the ledger of active-mode.toml show on the next request, and a mistake in it is no silence', async () => {
    const session = await openTitled(harness, 'porter')
    expect(told(await served(harness, session, 'porter'))).toBe('director haul as porter')
    const file = join(harness.registryDir, 'active-mode.toml')
    writeFileSync(file, 'ledger = "~/vault/logs/<day>.md"\n[aliases]\nporter = "ship"\n')
    const moved = await served(harness, session, 'porter')
    expect(told(moved)).toBe('director ship as porter')
    expect(linesOf(moved, 'Ledger path:')).toEqual(['Ledger path: ~/vault/logs/<day>.md'])
    writeFileSync(file, 'ledger = "~/vault/logs/<day>.md"\n[aliases]\nporter = ship\n')
    const torn = await served(harness, session, 'porter')
    expect(told(torn)).toBe('director ship as porter')
    expect(linesOf(torn, 'Ledger path:')[0]).toMatch(/^Ledger path: unknown \(active-mode\.toml:3:\d+: /)
    expect(told(await served(harness, await openTitled(harness, 'custom'), 'custom'))).toBe('nothing')
  })
})

describe('where the harness keeps its config in a folder of its own, as a fork does', () => {
  /** Takes away what leads to the default folder, once the harness has made up its mind; what is left is its own word. */
  const source =
    'process.env.XDG_CONFIG_HOME = "/nowhere/at/all"\nprocess.env.HOME = "/nowhere/at/all"\nexport default async () => ({})\n'
  let harness: Harness

  beforeAll(async () => {
    harness = await bootDirector({ plugins: [{ name: 'elsewhere', source }] })
  })
  afterAll(() => harness.stop())

  test('the registry is found there', async () => {
    expect(told(await served(harness, await openTitled(harness, 'ship'), 'ship'))).toBe('director ship')
  })

  test('and gone from there it has vanished, which is no silence', async () => {
    rmSync(harness.registryDir, { recursive: true })
    expect(told(await served(harness, await openTitled(harness, 'custom'), 'custom'))).toBe('unresolvable')
  })
})
