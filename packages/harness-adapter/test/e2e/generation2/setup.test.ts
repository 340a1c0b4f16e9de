import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { registryFiles, registryFixture } from '@active-mode/fixtures/registry'
import { neighbours2 } from '@active-mode/lab/faults'
import type { Harness2 } from '@active-mode/lab/harness2'
import { builtServer, pluginFolder } from '../../../../../tools/build/buildPlugin.js'
import { patient, scratchFolder } from '../support/bootDirector.js'
import { eventually } from '../support/life.js'
import { blocksOf } from '../support/wire.js'
import { copyPlugin } from './support/copyPlugin.js'
import {
  bootDirector2,
  type Director2Options,
  entries2,
  modeOf,
  noticed,
  notices2,
  open2,
  story2,
  turn2,
  turns2,
} from './support/director2.js'

const scratch = scratchFolder()

const during = async (options: Director2Options, run: (harness: Harness2) => Promise<void>): Promise<void> => {
  const harness = await bootDirector2(options)
  try {
    await run(harness)
  } finally {
    await harness.stop()
  }
}

/** The plugins of a project that are no part of the harness: the last part of a path, or the id, and how each fared. */
const listed = async ({ client }: Harness2): Promise<ReadonlyArray<string>> =>
  (await client.plugins())
    .filter(({ source }) => source.type !== 'builtin')
    .map(({ state }) => `${state.status}${state.status === 'failed' ? `: ${JSON.stringify(state.error ?? null)}` : ''}`)

describe('setup', () => {
  /** Runs the built file in a Node of its own that keeps an account of every call of `node:fs`. */
  const account = (body: string): unknown => {
    const script = join(scratch, 'account.mjs')
    writeFileSync(
      script,
      `
      import fs from 'node:fs'
      import { syncBuiltinESMExports } from 'node:module'
      const calls = []
      for (const api of [fs, fs.promises])
        for (const [name, run] of Object.entries(api))
          if (typeof run === 'function' && !/^[A-Z]/.test(name)) api[name] = (...given) => { calls.push(name); return run(...given) }
      syncBuiltinESMExports()
      const { default: plugin } = await import(${JSON.stringify(pathToFileURL(builtServer).href)})
      calls.length = 0
      const touched = []
      const watched = (path, value) => new Proxy(value, { get: (target, key) => {
        touched.push(path + String(key))
        const found = target[key]
        return typeof found === 'object' && found !== null && key !== 'location' && key !== 'options' ? watched(path + String(key) + '.', found) : found
      } })
      const hooks = {}
      const never = { [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }) }
      const ctx = watched('', {
        app: { version: '2.0.15' },
        location: { directory: '/' },
        options: { registry: ${JSON.stringify(registryFixture('two-modes'))}, decisionLog: false },
        session: { hook: (name, run) => { hooks[name] = run }, get: () => { throw new Error('asked') } },
        event: { subscribe: () => never },
      })
      ${body}
      process.exit(0)
    `,
    )
    return JSON.parse(execFileSync(process.execPath, [script], { encoding: 'utf8' }))
  }

  test('waits for nothing and reads nothing: no file is touched, and it answers at once with a clean-up', () => {
    expect(
      account(`
      const answer = plugin.setup(ctx)
      console.log(JSON.stringify({ answer: typeof answer, calls, hooks: Object.keys(hooks).sort() }))
    `),
    ).toEqual({
      answer: 'function',
      calls: [],
      hooks: ['context', 'generate', 'http.request', 'model.request', 'prompt'],
    })
  })

  test('asks no session and no list, when it is set up and when a request is decided', () => {
    const touched = account(`
      plugin.setup(ctx)
      const event = { sessionID: 'ses_1', agent: 'ship', system: [{ type: 'text', text: 'first' }] }
      await hooks.context(event)
      await hooks['model.request']({ sessionID: 'ses_1', agent: 'ship', kind: 'primary' })
      if (!event.system.at(-1).text.startsWith('\\n## Active mode')) throw new Error('no block')
      console.log(JSON.stringify([...new Set(touched)].sort()))
    `)
    expect(touched).toEqual([
      'app',
      'app.version',
      'event',
      'event.subscribe',
      'location',
      'options',
      'session',
      'session.hook',
    ])
  })

  test.each([
    ['nothing', 'undefined'],
    ['a plain project of the first generation', '{ client: {}, directory: "/" }'],
    ['a session without hooks', '{ session: {} }'],
    [
      'a registration that throws',
      '{ session: { hook: () => { throw new Error("no") } }, options: { decisionLog: "/dev/null/no" } }',
    ],
    [
      'a registration that rejects',
      '{ session: { hook: () => Promise.reject(new Error("no")) }, options: { decisionLog: "/dev/null/no" } }',
    ],
    ['a context that throws when it is looked at', 'new Proxy({}, { get: () => { throw new Error("closed") } })'],
    [
      'events that cannot be followed',
      '{ session: { hook: () => undefined }, event: { subscribe: () => { throw new Error("no") } } }',
    ],
  ])('takes no harm from %s', (_, given) => {
    expect(
      account(`
      const cleanUp = plugin.setup(${given})
      cleanUp()
      await new Promise((resolve) => setTimeout(resolve, 30))
      console.log(JSON.stringify(typeof cleanUp))
    `),
    ).toBe('function')
  })

  test('no hook throws or rejects, whatever it is handed', () => {
    expect(
      account(`
      plugin.setup(ctx)
      const throwing = new Proxy({}, { get: () => { throw new Error('closed') }, set: () => { throw new Error('closed') } })
      const odd = [undefined, null, 7, 'text', [], {}, throwing, { sessionID: 7 }, { sessionID: 'ses_1', kind: 'primary', request: throwing, system: 'text' }, Object.freeze({ sessionID: 'ses_1', agent: 'ship', system: Object.freeze([]) })]
      for (const run of Object.values(hooks)) for (const event of odd) await run(event)
      await new Promise((resolve) => setTimeout(resolve, 30))
      console.log(JSON.stringify('done'))
    `),
    ).toBe('done')
  })
})

/** What a harness has for its requests. */
const serves = async ({ client }: Harness2): Promise<string> =>
  JSON.stringify(
    await Promise.all(
      ['agent', 'provider', 'model'].map(async (route) => (await client.raw('GET', `/api/${route}`)).body),
    ),
  )

describe('a hot reload', () => {
  test('cleans up, sets up again, and loses no request that was open: it is confirmed, seen and logged, once', async () => {
    const neighbours = neighbours2(join(scratch, 'reload'))
    const copy = copyPlugin(join(scratch, 'copy'))
    const mark = join(scratch, 'loaded')
    const marks = (): number => (existsSync(mark) ? readFileSync(mark, 'utf8').length : 0)
    await during({ plugin: [copy, patient], later: [neighbours.later] }, async (harness) => {
      const { client } = harness
      const id = await open2(harness, 'ship')
      await turn2(harness, id)
      for (const part of ['between the hooks', 'while the model answers']) {
        const edit = async (): Promise<void> => {
          const served = await serves(harness)
          const runs = marks()
          appendFileSync(
            join(copy, 'dist/server.js'),
            `\nimport('node:fs').then((fs) => fs.appendFileSync(${JSON.stringify(mark)}, '.'))\n`,
          )
          await eventually('it was loaded again', () => marks() > runs)
          await new Promise((resolve) => setTimeout(resolve, 200))
          // While the plugins after it are set up again the harness lacks agents and providers, and a request would fail for that.
          await eventually('the harness serves again', async () => (await serves(harness)) === served)
        }
        if (part === 'between the hooks') {
          neighbours.meddle(id, [{ who: 'later', hook: 'context', deed: 'wait' }])
          await client.prompt(id, part)
          await eventually('the hook waits', () => neighbours.waiting(id).length > 0)
          await edit()
          neighbours.meddle(id, [])
          await client.idle(id)
        } else {
          harness.model.once((request) =>
            request.session === id ? edit().then(() => ({ kind: 'text', text: 'after the reload' })) : undefined,
          )
          await turn2(harness, id, part)
        }
        await turn2(harness, id, 'after the reload')
      }
      expect(story2(harness, id)).toEqual(Array.from({ length: 5 }, () => 'ship: ship'))
      const entries = await entries2(harness, id, 5)
      expect(entries.map(({ confirmed, delivered, messageId }) => [confirmed, delivered, messageId !== null])).toEqual(
        entries.map(() => [true, true, true]),
      )
      await client.switchAgent(id, 'custom')
      await turn2(harness, id)
      await noticed(harness, id, 'warn no longer director of mode `ship`')
      expect(notices2(harness, id)).toHaveLength(1)
    })
  })
})

describe('a harness that has renamed its hook', () => {
  /** The plugin as it would fare there: its registration is taken in silence and never called. */
  const renamed = (hook: string): string => `
    import plugin from ${JSON.stringify(builtServer)}
    const setup = (ctx) => plugin.setup({ ...ctx, session: { hook: (name, run) => ctx.session.hook(name === '${hook}' ? 'renamed' : name, run) } })
    export default { id: 'active-mode', setup }
  `
  test('a request that came through undecided is noticed before the answer arrives, and is a line of the log', async () => {
    await during({ plugin: { name: 'renamed', source: renamed('context') } }, async (harness) => {
      const id = await open2(harness, 'ship')
      harness.model.once((request) =>
        request.session === id
          ? noticed(harness, id, 'error a request of kind `primary` went out undecided').then(() => ({
              kind: 'text',
              text: 'late',
            }))
          : undefined,
      )
      expect(modeOf(await turn2(harness, id))).toBe('nothing')
      expect(await entries2(harness, id, 1)).toMatchObject([
        {
          requestAgent: 'ship',
          posture: { _tag: 'director', mode: 'ship', via: 'request' },
          blockSha256: null,
          blockBytes: 0,
          confirmed: false,
          delivered: false,
        },
      ])
      await turn2(harness, id)
      await entries2(harness, id, 2)
      expect(notices2(harness, id), 'it is said once').toHaveLength(1)
      await harness.client.generate(id, 'beside the turn')
      expect((await entries2(harness, id, 3)).at(-1)).toMatchObject({ confirmed: true, delivered: true })
      const copilot = await open2(harness, 'custom')
      await turn2(harness, copilot)
      await noticed(harness, copilot, 'error a request of kind `primary` went out undecided')
      expect(await entries2(harness, copilot, 1)).toMatchObject([
        { requestAgent: 'custom', posture: { _tag: 'copilot' }, confirmed: true, delivered: null },
      ])
    })
  })
})

describe('options and notices', () => {
  test('the options of the tuple count, what is wrong with them is noticed, and notices are kept without a decision log', async () => {
    const elsewhere = join(scratch, 'elsewhere')
    cpSync(registryFixture('two-modes'), elsewhere, { recursive: true })
    // As the config of the first generation has it: key `plugin`, the options in a tuple.
    const config = {
      plugin: [[pluginFolder, { ...patient, registry: elsewhere, decisionLog: false, splise: 'append', toast: 'yes' }]],
    }
    await during({ plugin: null, files: { 'opencode.json': JSON.stringify(config) } }, async (harness) => {
      const [ship, porter] = [await open2(harness, 'ship'), await open2(harness, 'porter')]
      expect(modeOf(await turn2(harness, ship))).toBe('ship')
      expect(modeOf(await turn2(harness, porter)), 'the other registry has no such mode').toBe('nothing')
      expect(notices2(harness)).toEqual([
        'warn options.toast: expected boolean; using the default true',
        'warn options."splise": no such option; known are registry, splice, deadlineMs, decisionLog, toast',
      ])
      await harness.client.switchAgent(ship, 'custom')
      await turn2(harness, ship)
      await noticed(harness, ship, 'warn no longer director of mode `ship`')
      expect(existsSync(join(harness.stage.stateDir, 'active-mode', 'decisions'))).toBe(false)
    })
  }, 60_000)

  test('a disk that refuses costs lines and nothing else', async () => {
    await during({ options: { ...patient, decisionLog: '/dev/null/decisions' } }, async (harness) => {
      const id = await open2(harness, 'ship')
      await turn2(harness, id)
      await harness.client.switchAgent(id, 'custom')
      await turn2(harness, id)
      expect(story2(harness, id)).toEqual(['ship: ship', 'custom: nothing'])
    })
  })

  test('a registry that takes longer to read than the deadline is told as such, in time', async () => {
    const [path = '', ...paths] = Object.keys(registryFiles('two-modes')).filter((name) => name.startsWith('ship/'))
    const files = registryFiles('two-modes')
    const copies = Object.fromEntries(
      Array.from({ length: 400 }, (_, n) =>
        [path, ...paths].map(
          (name) =>
            [name.replace(/^ship/, `mode-${n}`), (files[name] ?? '').replaceAll('"ship"', `"mode-${n}"`)] as const,
        ),
      ).flat(),
    )
    await during({ registry: { ...files, ...copies }, options: { deadlineMs: 100 } }, async (harness) => {
      const id = await open2(harness, 'ship')
      expect(blocksOf(await turn2(harness, id))).toEqual([expect.stringContaining('not read in time')])
      expect((await entries2(harness, id, 1))[0]?.elapsedMs).toBeLessThan(5_000)
    })
  })
})

describe('two copies', () => {
  test('of a drop-in file and a configured folder the first wins, and there is one block', async () => {
    const files = { '.opencode/plugin/active-mode.js': readFileSync(builtServer, 'utf8') }
    const elsewhere = join(scratch, 'nowhere')
    mkdirSync(elsewhere, { recursive: true })
    await during({ files, options: { registry: elsewhere } }, async (harness) => {
      const id = await open2(harness, 'ship')
      expect(modeOf(await turn2(harness, id)), 'the options of the configured one do not count').toBe('ship')
      expect(await entries2(harness, id, 1)).toMatchObject([{ confirmed: true, delivered: true }])
      expect(await listed(harness)).toEqual(expect.arrayContaining([expect.stringContaining('Duplicate plugin ID')]))
      expect(turns2(harness, id)).toHaveLength(1)
    })
  })
})
