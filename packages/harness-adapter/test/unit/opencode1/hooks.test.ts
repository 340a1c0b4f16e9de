import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { stageRegistry } from '@active-mode/fixtures/registry'
import activeMode from '../../../src/index.js'
import { clientOf } from './clientOf.js'

// Faults of the hooks' own arguments, and of the client, that the real harness cannot be made to have.

let root: string

beforeEach(async () => {
  root = await stageRegistry(join(mkdtempSync(join(tmpdir(), 'active-mode-hooks-')), 'modes'))
})
afterEach(() => rmSync(join(root, '..'), { recursive: true, force: true }))

const systemHook = 'experimental.chat.system.transform'

/** Patient: only a test whose client never answers is about the deadline, and on a busy machine a short one may pass in any other. */
const load = async (client?: unknown, deadlineMs = 20_000) => {
  const hooks = await activeMode({ client, directory: root }, { registry: root, decisionLog: false, deadlineMs })
  return (name: string, input: unknown, output: unknown): Promise<void> =>
    hooks[name]?.(input, output) ?? Promise.reject(new Error(`no hook ${name}`))
}

describe('the factory', () => {
  test.each([undefined, null, {}, { client: null }, 7])('gives hooks for %j', async (input) => {
    expect(Object.keys(await activeMode(input))).toContain(systemHook)
  })
})

describe('no hook rejects', () => {
  const hooks = [
    systemHook,
    'experimental.chat.messages.transform',
    'experimental.session.compacting',
    'chat.params',
    'event',
  ]
  test.each([
    undefined,
    null,
    {},
    7,
    [],
    { sessionID: '' },
    { sessionID: 7 },
    { event: null },
    { event: { type: 'session.deleted' } },
  ])('with the input %j', async (input) => {
    const call = await load()
    for (const name of hooks)
      for (const output of [undefined, null, {}, { system: null }, { messages: {} }]) await call(name, input, output)
  })

  test.each<[string, () => unknown]>([
    [
      'throws at once',
      () => {
        throw new TypeError('no')
      },
    ],
    ['rejects', () => Promise.reject(new Error('no'))],
    ['never settles', () => new Promise(() => undefined)],
    ['answers nothing', () => undefined],
  ])('and the block says what failed, where the client %s', async (_, fail) => {
    const call = await load(
      { session: { get: fail, messages: fail }, app: { agents: fail, log: fail }, tui: { showToast: fail } },
      200,
    )
    const system = ['You direct.\n<env>\n</env>']
    await call(systemHook, { sessionID: 'ses_a' }, { system })
    expect(system).toHaveLength(1)
    expect(system[0]).toContain('\nposture: unresolvable — re-bind from the ledger\nreason: ')
  })
})

test('a request without a session id gets no block, and no neighbour of its posture', async () => {
  const call = await load(clientOf('ship'))
  const first = ['<env>']
  await call(systemHook, { sessionID: 'ses_a' }, { system: first })
  expect(first[0]).toContain('posture: director — mode `ship`')
  for (const input of [{}, { sessionID: undefined }, { sessionID: '' }, null]) {
    const system = ['<env>']
    await call(systemHook, input, { system })
    expect(system).toEqual(['<env>'])
  }
})

test('a late answer does not overwrite a newer one', async () => {
  const waiting: ((answer: unknown) => void)[] = []
  const lines: string[] = []
  const call = await load({
    session: {
      get: () => new Promise((resolve) => waiting.push(resolve)),
      messages: clientOf('ship').session.messages,
    },
    app: { log: async ({ body }: { body: { message: string } }) => lines.push(body.message) },
    tui: { showToast: async () => undefined },
  })
  const answer = (agent: string) => ({ data: { id: 'ses_a', agent } })
  const [first, second] = [['<env>'], ['<env>']]
  const older = call(systemHook, { sessionID: 'ses_a' }, { system: first })
  const newer = call(systemHook, { sessionID: 'ses_a' }, { system: second })
  await vi.waitFor(() => expect(waiting).toHaveLength(2), { timeout: 10_000 })
  waiting[1]?.(answer('ship'))
  await newer
  waiting[0]?.(answer('explore'))
  await older
  expect(second[0]).toContain('mode `ship`')
  expect(lines).toEqual([
    'session `ses_a`: director of mode `ship` (agent `ship`)',
    'session `ses_a`: a turn of a director was broken off before the harness said for which agent its request was',
  ])
})

test('a late answer of a turn that was broken off does not take the place of the next decision, nor does what the harness says of it', async () => {
  const log = join(root, '..', 'log')
  const waiting: (() => void)[] = []
  const client = {
    session: {
      ...clientOf('ship').session,
      get: (asked: { path: { id: string } }) =>
        new Promise((resolve) => waiting.push(() => resolve(clientOf('ship').session.get(asked)))),
    },
  }
  const hooks = await activeMode({ client, directory: root }, { registry: root, decisionLog: log, deadlineMs: 20_000 })
  const call = async (name: string, input: unknown, output: unknown): Promise<void> => hooks[name]?.(input, output)
  const [aborted, next] = ['msg_000000000001', 'msg_000000000003']
  const ask = async (id: string): Promise<Promise<void>> => {
    const info = { id, role: 'user', agent: 'ship', sessionID: 'ses_a' }
    await call('event', { event: { type: 'message.updated', properties: { info } } }, {})
    await call('experimental.chat.messages.transform', {}, { messages: [{ info, parts: [] }] })
    return call(systemHook, { sessionID: 'ses_a' }, { system: ['<env>'] })
  }
  const goOut = (id: string): Promise<void> =>
    call('chat.params', { sessionID: 'ses_a', agent: 'ship', message: { id } }, {})

  const older = ask(aborted)
  await vi.waitFor(() => expect(waiting).toHaveLength(1))
  const newer = ask(next)
  await vi.waitFor(() => expect(waiting).toHaveLength(2))
  waiting[1]?.()
  await newer
  waiting[0]?.()
  await older
  await goOut(aborted)
  await goOut(next)
  await vi.waitFor(() => expect(readFileSync(join(log, 'ses_a.jsonl'), 'utf8').trim().split('\n')).toHaveLength(2), {
    timeout: 10_000,
  })
  const lines: ReadonlyArray<{ messageId: string; confirmed: boolean | null }> = readFileSync(
    join(log, 'ses_a.jsonl'),
    'utf8',
  )
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.map(({ messageId, confirmed }) => [messageId, confirmed])).toEqual([
    [aborted, null],
    [next, true],
  ])
})

test('no client call but reading ones and lines for people is made', async () => {
  const touched = new Set<string>()
  const recorder = (path: string): unknown =>
    new Proxy(() => undefined, {
      get: (_, key) => (typeof key === 'symbol' || key === 'then' ? undefined : recorder(`${path}.${key}`)),
      apply: () => {
        touched.add(path)
        return Promise.resolve({ data: undefined })
      },
    })
  const call = await load(
    Object.fromEntries(
      ['session', 'app', 'tui', '_client', 'config', 'file'].map((part) => [part, recorder(`client.${part}`)]),
    ),
  )
  await call(systemHook, { sessionID: 'ses_a' }, { system: ['<env>'] })
  await call(systemHook, { sessionID: 'ses_a' }, { system: ['a title?'] })
  const allowed = [
    'client.session.get',
    'client.session.messages',
    'client._client.get',
    'client.app.agents',
    'client.app.log',
    'client.tui.showToast',
  ]
  expect([...touched].filter((path) => !allowed.includes(path))).toEqual([])
  expect(touched).toContain('client.session.get')
})

test('the machine is left as it was without a registry', async () => {
  rmSync(root, { recursive: true })
  const hooks = await activeMode(
    { client: undefined, directory: root },
    { decisionLog: join(root, 'log'), registry: undefined },
  )
  expect(existsSync(join(root, 'log'))).toBe(false)
  expect(Object.keys(hooks)).not.toEqual([])
})
