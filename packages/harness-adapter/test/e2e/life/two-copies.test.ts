import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { registryFiles } from '@active-mode/fixtures/registry'
import { bootHarness, type Harness, type PluginSpec } from '@active-mode/lab/harness'
import { builtPlugin } from '../../../../../tools/build/buildPlugin.js'
import { agents, patient, scratchFolder } from '../support/bootDirector.js'
import { openTitled, saidOf, served, told } from '../support/life.js'
import { blockOf, systemText, turnsOf } from '../support/wire.js'

const scratch = scratchFolder()
const copy = join(scratch, 'package')
const [modes, otherModes] = [join(scratch, 'modes'), join(scratch, 'other-modes')]
/** Without the plugin; each test opens a project that has it. */
let booted: Harness
let plain: string

/** The two copies, each with options of its own; the second is loaded last. */
type Copies = readonly [first: Readonly<Record<string, unknown>>, second: Readonly<Record<string, unknown>>]

const plugins = ([first, second]: Copies): ReadonlyArray<PluginSpec> => [
  [builtPlugin, { ...patient, ...first }],
  [copy, { ...patient, ...second }],
]

const write = (folder: string, files: Readonly<Record<string, string>>): void => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

beforeAll(async () => {
  mkdirSync(join(copy, 'dist'), { recursive: true })
  copyFileSync(builtPlugin, join(copy, 'dist/active-mode.js'))
  writeFileSync(
    join(copy, 'package.json'),
    JSON.stringify({ name: 'a-copy', version: '1.0.0', type: 'module', main: './dist/active-mode.js' }),
  )
  const files = registryFiles('three-modes')
  write(modes, files)
  write(otherModes, Object.fromEntries(Object.entries(files).filter(([name]) => !name.startsWith('ship/'))))
  // The default folder is not there, so a copy without options has no registry.
  booted = await bootHarness({ agents })
  const harness = booted.openProject('one copy', [[builtPlugin, { ...patient, registry: modes }]])
  plain = blockOf(await served(harness, await openTitled(harness, 'ship'), 'ship'))
})
afterAll(() => booted.stop())

const otherCopyLines = (): ReadonlyArray<string> =>
  booted
    .logs()
    .split('\n')
    .filter((line) => line.includes('another copy of this plugin is loaded'))

interface Line {
  readonly posture: { readonly _tag: string }
  readonly blockSha256: string | null
  readonly blockBytes: number
  readonly confirmed: boolean | null
}

const linesOf = (session: string, count: number): Promise<ReadonlyArray<Line>> =>
  vi.waitFor(
    () => {
      const file = join(booted.stateDir, 'active-mode', 'decisions', `${session}.jsonl`)
      const lines = existsSync(file)
        ? readFileSync(file, 'utf8')
            .split('\n')
            .filter(Boolean)
            .map((line): Line => JSON.parse(line))
        : []
      expect(lines).toHaveLength(count)
      return lines
    },
    { timeout: 10_000 },
  )

const sayOf = ({ posture, blockSha256, blockBytes, confirmed }: Line): ReadonlyArray<unknown> => [
  posture._tag,
  blockSha256,
  blockBytes,
  confirmed,
]
const withBlock = (): readonly [string, number] => [
  createHash('sha256').update(plain).digest('hex'),
  Buffer.byteLength(plain),
]

describe.each<[string, Copies]>([
  ['after', [{ registry: modes }, {}]],
  ['before', [{}, { registry: modes }]],
])('a copy without a registry, loaded %s the one that has it', (place, copies) => {
  test('leaves the block of the other alone, and every text of a copilot', async () => {
    const harness = booted.openProject(`none ${place}`, plugins(copies))
    const id = await openTitled(harness, 'ship')
    const request = await served(harness, id, 'ship')
    expect(blockOf(request)).toBe(plain)
    expect(request.system).toHaveLength(1)
    expect(told(await served(harness, id, 'plan'))).toBe('nothing')
    expect(blockOf(await served(harness, id, 'ship'))).toBe(plain)
    // Only the one with a registry keeps a log.
    expect((await linesOf(id, 3)).map(sayOf)).toEqual([
      ['director', ...withBlock(), true],
      ['copilot', null, 0, true],
      ['director', ...withBlock(), true],
    ])
    expect(otherCopyLines()).toEqual([])
  })
})

test('a drop-in without a registry beside the configured copy costs no block', async () => {
  const harness = booted.openProject('drop-in', [[builtPlugin, { ...patient, registry: modes }]], {
    '.opencode/plugin/active-mode.js': readFileSync(builtPlugin, 'utf8'),
  })
  expect(blockOf(await served(harness, await openTitled(harness, 'ship'), 'ship'))).toBe(plain)
})

describe('a copy whose registry does not bind the agent', () => {
  test.each<[string, Copies, number]>([
    [
      'last: it leaves the block of the other, and its lines and the log say so',
      [{ registry: modes }, { registry: otherModes }],
      1,
    ],
    ['first: each line says what stood there when it was written', [{ registry: otherModes }, { registry: modes }], 0],
  ])('%s', async (_, copies, silent) => {
    const harness = booted.openProject(`other modes ${String(silent)}`, plugins(copies))
    const before = otherCopyLines().length
    const id = await openTitled(harness, 'ship')
    const request = await served(harness, id, 'ship')
    expect(blockOf(request)).toBe(plain)
    // The line of the silent copy is no lie: it says the posture that was decided, and the block that the model got all the same.
    const lines = (await linesOf(id, 2)).toSorted((a, b) => a.posture._tag.localeCompare(b.posture._tag))
    expect(lines.map(sayOf)).toEqual([
      ['copilot', ...(silent === 1 ? withBlock() : [null, 0]), true],
      ['director', ...withBlock(), true],
    ])
    await served(harness, id, 'ship')
    await linesOf(id, 4)
    expect(
      otherCopyLines()
        .slice(before)
        .map((line) => line.includes('its Active mode block stands where this copy has none')),
    ).toEqual(silent === 1 ? [true] : [])
  })
})

describe('two copies with the same registry', () => {
  const registry = { registry: modes }
  let harness: Harness
  let before: number

  beforeAll(() => {
    harness = booted.openProject('same modes', plugins([registry, registry]))
    before = otherCopyLines().length
  })

  test('one block, the same as of one copy; a copilot and a title get none', async () => {
    const session = await harness.client.createSession({ agent: 'ship' })
    const request = await served(harness, session.id, 'ship')
    expect(blockOf(request)).toBe(plain)
    expect(request.system).toHaveLength(1)
    expect(told(await served(harness, session.id, 'plan'))).toBe('nothing')
    expect(told(await harness.model.waitFor(({ session: of, agent }) => of === session.id && agent === 'title'))).toBe(
      'nothing',
    )
    expect(blockOf(await served(harness, session.id, 'ship'))).toBe(plain)
    expect(blockOf(await served(harness, session.id, 'ship'))).toBe(plain)
  })

  test('one block in every try of a request that is answered 503', async () => {
    const id = await openTitled(harness, 'ship')
    let isFirst = true
    harness.model.respond(({ session }) => {
      if (session !== id || !isFirst) return undefined
      isFirst = false
      return { kind: 'error', status: 503, headers: { 'retry-after-ms': '50' } }
    })
    await harness.client.prompt(id, { agent: 'ship', text: 'go on' })
    expect(turnsOf(harness, id).map(blockOf)).toEqual([plain, plain])
  })

  test('the log says it, once and not with every request', async () => {
    const id = await openTitled(harness, 'ship')
    await served(harness, id, 'ship')
    await served(harness, id, 'ship')
    // The log is written in order: what either copy says of a later session comes after all that was said before.
    const marker = await openTitled(harness, 'ship')
    await served(harness, marker, 'ship')
    await saidOf(harness, marker, 2)
    expect(otherCopyLines().slice(before)).toEqual([
      expect.stringContaining('an earlier Active mode block was replaced'),
    ])
  })

  describe("and a sample of the very block in the project's instructions", () => {
    test.each<[string, Copies]>([
      ['append, then separate', [registry, { ...registry, splice: 'separate' }]],
      ['separate, then append', [{ ...registry, splice: 'separate' }, registry]],
    ])('whichever way each of them splices, the sample stays and there is one block: %s', async (order, copies) => {
      const own = `Blocks look like this:\n\n${plain}\n\nDo not fake one.`
      const project = booted.openProject(order, plugins(copies), { 'AGENTS.md': own })
      const request = await served(project, await openTitled(project, 'ship'), 'ship')
      expect(request.system).toHaveLength(copies[1]['splice'] === 'separate' ? 2 : 1)
      const text = systemText(request)
      expect(text.endsWith(plain)).toBe(true)
      const rest = text.slice(0, -plain.length)
      expect(rest.split(own)).toHaveLength(2)
      expect(rest.replace(own, '')).not.toContain('<!-- /active-mode -->')
    })
  })
})
