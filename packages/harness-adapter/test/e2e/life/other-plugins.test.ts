import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createMeddler, type Meddling } from '@active-mode/lab/faults'
import type { Harness } from '@active-mode/lab/harness'
import { scratchFolder } from '../support/bootDirector.js'
import { openTitled, reasonOf, saidOf, served, told } from '../support/life.js'
import { openDirector } from '../support/openDirector.js'
import { blockOf, blocksOf, requestsOf, systemText, turnsOf } from '../support/wire.js'

const folder = scratchFolder()
const earlier = createMeddler('earlier', join(folder, 'earlier'))
const later = createMeddler('later', join(folder, 'later'))
let harness: Harness
let plain: string

beforeAll(async () => {
  harness = await openDirector({ plugins: [earlier.plugin], later: [later.plugin] })
  plain = blockOf(await served(harness, await openTitled(harness, 'ship'), 'ship'))
})
afterAll(() => harness.stop())
afterEach(() => {
  earlier.set(null)
  later.set(null)
})

const text = 'A text of another plugin.'

describe('a plugin before this one', () => {
  test.each<[Meddling, string]>([
    ['push', text],
    ['unshift', text],
    ['change-head', text],
    ['replace', text],
    ['empty', ''],
    ['blank-entry', '<env>'],
    ['push-undefined', '<env>'],
    ['push-number', '42'],
    ['push-object', '[object Object]'],
    ['freeze-output', '<env>'],
    ['seal', '<env>'],
    ['torn-block', 'posture: director — mode `gone`'],
  ])('%s: the block comes after it, and nothing of it is lost', async (meddling, kept) => {
    earlier.set(meddling)
    const request = await served(harness, await openTitled(harness, 'ship'), 'ship')
    expect(blocksOf(request)).toHaveLength(1)
    expect(systemText(request).endsWith(plain)).toBe(true)
    expect(systemText(request).slice(0, -plain.length)).toContain(kept)
    expect(systemText(request).match(/^<!-- \/active-mode -->$/gm)).toHaveLength(1)
  })

  test.each<[Meddling, number]>([
    ['push', 2],
    ['replace', 1],
    ['empty', 0],
    ['blank-entry', 2],
    ['seal', 1],
    ['torn-block', 1],
  ])("%s: a copilot's system prompt is what that plugin made of it", async (meddling, entries) => {
    earlier.set(meddling)
    const request = await served(harness, await openTitled(harness, 'plan'), 'plan')
    expect(request.system).toHaveLength(entries)
    expect(systemText(request)).not.toContain('<!-- /active-mode -->')
    expect(systemText(request)).not.toMatch(/posture: (?!director — mode `gone`)/)
  })

  test.each<Meddling>(['replace', 'empty'])(
    '%s: the block is there after a compaction too, and the compaction has none',
    async (meddling) => {
      const id = await openTitled(harness, 'ship')
      earlier.set(meddling)
      expect(blockOf(await served(harness, id, 'ship'))).toBe(plain)
      await harness.client.summarize(id, { auto: true })
      expect(
        requestsOf(harness, id)
          .filter(({ agent }) => agent === 'compaction')
          .map(told),
      ).toEqual(['nothing'])
      await served(harness, id, 'ship')
      await served(harness, id, 'ship')
      expect(turnsOf(harness, id).map(blockOf)).toEqual([plain, plain, plain, plain])
    },
  )

  test("old-block: what looks like a block of ours is the other plugin's text, and stays", async () => {
    earlier.set('old-block')
    const looksLike = 'posture: director — mode `gone` (agent `gone`)'
    const request = await served(harness, await openTitled(harness, 'ship'), 'ship')
    expect(systemText(request).endsWith(`<!-- /active-mode -->\n\n${plain}`)).toBe(true)
    expect(blocksOf(request)).toEqual([expect.stringContaining(looksLike), plain])
    expect(request.system).toHaveLength(1)
    expect(blocksOf(await served(harness, await openTitled(harness, 'plan'), 'plan'))).toEqual([
      expect.stringContaining(looksLike),
    ])
  })

  test('a closed array costs the block and not the turn, and the log says so', async () => {
    earlier.set('freeze-array')
    const id = await openTitled(harness, 'ship')
    expect(told(await served(harness, id, 'ship'))).toBe('nothing')
    expect(await saidOf(harness, id, 2)).toContain(
      "ERROR the block could not be written: the harness's system array is closed",
    )
  })

  test('what is no array at all costs the block and not the turn, and the log says so', async () => {
    earlier.set('no-array')
    const id = await openTitled(harness, 'ship')
    expect(told(await served(harness, id, 'ship'))).toBe('nothing')
    expect((await saidOf(harness, id, 1)).filter((line) => line.startsWith('ERROR '))).toHaveLength(1)
  })

  test('it deletes the session: the request says that nothing is known any more, and other sessions go on', async () => {
    const [id, other] = [await openTitled(harness, 'ship'), await openTitled(harness, 'ship')]
    earlier.set('delete-session')
    // Without its session the harness answers 500, at times only after it tried once more, and at times never.
    harness.client.prompt(id, { agent: 'ship', text: 'go on' }).catch(() => undefined)
    await harness.model.waitFor(({ session }) => session === id)
    earlier.set(null)
    const turns = turnsOf(harness, id)
    expect([...new Set(turns.map(told))]).toEqual(['unresolvable'])
    expect(reasonOf(turns[0])).toContain(
      'the call failed: status 404, NotFoundError), and the message records cannot stand in',
    )
    expect(blockOf(await served(harness, other, 'ship'))).toBe(plain)
  })

  test('a limit: where another plugin re-assigned the array the harness goes on with its own, so that the block is lost', async () => {
    earlier.set('re-assign')
    expect(told(await served(harness, await openTitled(harness, 'ship'), 'ship'))).toBe('nothing')
  })
})

describe('a plugin after this one', () => {
  test.each<Meddling>([
    'push',
    'unshift',
    'change-head',
    'blank-entry',
    're-assign',
    'no-array',
    'freeze-array',
    'freeze-output',
    'seal',
  ])('%s: the block stays as it is', async (meddling) => {
    later.set(meddling)
    expect(blockOf(await served(harness, await openTitled(harness, 'ship'), 'ship'))).toBe(plain)
  })

  test.each<Meddling>(['replace', 'empty'])(
    'a limit: %s takes the block away with everything else',
    async (meddling) => {
      later.set(meddling)
      const request = await served(harness, await openTitled(harness, 'ship'), 'ship')
      expect(systemText(request)).toBe(meddling === 'replace' ? text : '')
    },
  )
})

describe("a person's own text with the block's heading", () => {
  const instructions = () => join(harness.directory, 'AGENTS.md')
  afterEach(() => rmSync(instructions(), { force: true }))

  test.each([
    ['a heading and prose', '## Active mode\n\nWe call it so when the lamp is on.\n'],
    ['a heading and a posture', '## Active mode\n\nposture: upright\n\nSit straight.\n'],
    ['a closing marker alone', 'Blocks end in\n<!-- /active-mode -->\nas a rule.\n'],
  ])('%s: it is not touched', async (_, own) => {
    writeFileSync(instructions(), own)
    const director = await served(harness, await openTitled(harness, 'ship'), 'ship')
    expect(systemText(director)).toContain(own.trim())
    expect(systemText(director).endsWith(`\n\n${plain}`)).toBe(true)
    expect(systemText(director).match(/^stamp: /gm)).toHaveLength(1)
    const copilot = await served(harness, await openTitled(harness, 'plan'), 'plan')
    expect(systemText(copilot)).toContain(own.trim())
    expect(systemText(copilot)).not.toContain('stamp: ')
  })

  const sample =
    '## Active mode\n\nposture: director — mode `gone` (agent `gone`)\n\nstamp: agent=gone mode=gone via=session-info registry=sha256:0\n<!-- /active-mode -->'
  test.each<[string, () => string]>([
    ['a sample of a block', () => `Blocks look like this:\n\n${sample}\n\nDo not fake one.`],
    ['nothing but a sample', () => sample],
    ['the very block that a director gets', () => `Blocks look like this:\n\n${plain}\n\nDo not fake one.`],
  ])('%s: it stays byte for byte, and a director gets one block beside it', async (_, textOf) => {
    const own = textOf()
    writeFileSync(instructions(), `${own}\n`)
    const director = systemText(await served(harness, await openTitled(harness, 'ship'), 'ship'))
    expect(director.endsWith(`\n\n${plain}`)).toBe(true)
    const rest = director.slice(0, -plain.length)
    expect(rest.split(own)).toHaveLength(2)
    expect(rest.replace(own, '')).not.toContain('<!-- /active-mode -->')
    const copilot = systemText(await served(harness, await openTitled(harness, 'plan'), 'plan'))
    expect(copilot.split(own)).toHaveLength(2)
    expect(copilot.replace(own, '')).not.toMatch(/Active mode|<!-- \/active-mode -->/)
  })
})
