import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { registryFixture } from '@active-mode/fixtures/registry'
import { builtPlugin } from '../../../../../tools/build/buildPlugin.js'

// The file that a user installs, in ways that the real harness cannot be brought to.

type Hooks = Readonly<Record<string, (input?: unknown, output?: unknown) => Promise<void>>>

let exported: Readonly<Record<string, unknown>>
let plugin: (input?: unknown, options?: unknown) => Promise<Hooks>

beforeAll(async () => {
  exported = await import(pathToFileURL(builtPlugin).href)
  plugin = exported['default'] as typeof plugin
})

/** Patient: on a busy machine a short deadline may pass where the client answers at once. */
const options = { registry: registryFixture('two-modes'), decisionLog: false, deadlineMs: 20_000 }
const hook = 'experimental.chat.system.transform'
const turn = '<env>\n</env>'

/** A client that keeps the names of the calls that were made, in the order of the calls. */
const recorded = (answers: Readonly<Record<string, (options: unknown) => unknown>> = {}) => {
  const calls: string[] = []
  const at = (path: string): unknown =>
    new Proxy(() => undefined, {
      get: (_, key) => (typeof key === 'string' && key !== 'then' ? at(`${path}.${key}`) : undefined),
      apply: (_target, _this, [given]: unknown[]) => {
        calls.push(path)
        return answers[path]?.(given) ?? Promise.resolve({ data: undefined, response: { status: 500 } })
      },
    })
  return { client: new Proxy({}, { get: (_, key) => (typeof key === 'string' ? at(key) : undefined) }), calls }
}

const sessionOf = (agent: string) => (given: unknown) =>
  Promise.resolve({ data: { id: (given as { readonly path: { readonly id: string } }).path.id, agent } })

/** The newest page of a session in which a request of an agent is under way. */
const underWay = (agent: string) => () =>
  Promise.resolve({
    data: [
      {
        info: { id: 'msg_000000000002', role: 'assistant', agent, parentID: 'msg_000000000001', time: { created: 1 } },
        parts: [],
      },
    ],
  })

const answering = (agent: string) => ({ 'session.get': sessionOf(agent), 'session.messages': underWay(agent) })

const told = async (hooks: Hooks, sessionID: string, base = turn): Promise<string> => {
  const output = { system: [base] }
  await hooks[hook]?.({ sessionID }, output)
  return output.system.join('\n').match(/^posture: .*$/m)?.[0] ?? 'nothing'
}

describe('the file', () => {
  test('exports the plugin and nothing else, since the harness calls every function that it exports', () => {
    expect(Object.keys(exported)).toEqual(['default'])
  })
})

describe('the factory', () => {
  test('calls nothing, since the harness waits for it', async () => {
    const { client, calls } = recorded()
    await plugin({ client, directory: '/nowhere', worktree: '/' }, options)
    await setTimeout(20)
    expect(calls).toEqual([])
  })
})

describe('a hook', () => {
  test('takes no harm from outputs that cannot be written', async () => {
    const { client } = recorded(answering('ship'))
    const hooks = await plugin({ client }, options)
    const system = Object.freeze([turn])
    await expect(hooks[hook]?.({ sessionID: 'ses_1' }, Object.freeze({ system }))).resolves.toBeUndefined()
    expect(system).toEqual([turn])
    const throwing = new Proxy(
      {},
      {
        get: () => {
          throw new Error('closed')
        },
      },
    )
    for (const run of Object.values(hooks)) await expect(run(throwing, throwing)).resolves.toBeUndefined()
  })
})

describe('the client', () => {
  test.each(['session', 'app', 'tui', '_client', 'everything'])(
    'throws when %s is touched: a block, and no rejection',
    async (broken) => {
      const parts = ['session', 'app', 'tui', '_client']
      const { client } = recorded(answering('ship'))
      const touchy = new Proxy(client as object, {
        get: (target, key) => {
          if (broken === 'everything' || key === broken) throw new Error('out of order')
          return typeof key === 'string' && parts.includes(key) ? Reflect.get(target, key) : undefined
        },
      })
      const hooks = await plugin({ client: touchy }, options)
      const expected =
        broken === 'session' || broken === 'everything'
          ? 'posture: unresolvable — re-bind from the ledger'
          : 'posture: director — mode `ship` (agent `ship`)'
      expect(await told(hooks, 'ses_1')).toBe(expected)
      expect(await told(hooks, 'ses_1', 'no environment'), 'in doubt it is a turn').toBe(expected)
    },
  )

  test('answers after the hook has settled: the array is not touched any more', async () => {
    let answer: (value: unknown) => void = () => undefined
    const { client } = recorded({
      'session.get': () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    })
    const hooks = await plugin({ client }, { ...options, deadlineMs: 200 })
    const output = { system: [turn] }
    await hooks[hook]?.({ sessionID: 'ses_1' }, output)
    const settled = [...output.system]
    expect(settled.join('\n')).toContain('posture: unresolvable')
    answer({ data: { id: 'ses_1', agent: 'ship' } })
    await setTimeout(50)
    expect(output.system).toEqual(settled)
  })

  test('never answers five requests at once: all settle, and the next is answered again', async () => {
    let hangs = true
    const { client } = recorded({
      ...answering('ship'),
      'session.get': (given) => (hangs ? new Promise(() => undefined) : sessionOf('ship')(given)),
    })
    const hooks = await plugin({ client }, { ...options, deadlineMs: 2_000 })
    expect(await Promise.all([1, 2, 3, 4, 5].map((place) => told(hooks, `ses_${String(place)}`)))).toEqual(
      Array.from({ length: 5 }, () => 'posture: unresolvable — re-bind from the ledger'),
    )
    hangs = false
    expect(await told(hooks, 'ses_1')).toBe('posture: director — mode `ship` (agent `ship`)')
  })
})

test('a request whose preparation was not seen is decided from its own record', async () => {
  const { client } = recorded(answering('ship'))
  expect(await told(await plugin({ client }, options), 'ses_1')).toBe('posture: director — mode `ship` (agent `ship`)')
})

test('two instances on one array: one block, and a stale one of other content goes', async () => {
  const [ship, explore] = [
    await plugin(recorded(answering('ship')), options),
    await plugin(recorded(answering('explore')), options),
  ]
  const output = { system: [turn] }
  await ship[hook]?.({ sessionID: 'ses_1' }, output)
  await explore[hook]?.({ sessionID: 'ses_1' }, output)
  expect(output.system).toHaveLength(1)
  expect(output.system[0]?.match(/^posture: .*$/gm)).toEqual(['posture: director — mode `explore` (agent `explore`)'])
})
