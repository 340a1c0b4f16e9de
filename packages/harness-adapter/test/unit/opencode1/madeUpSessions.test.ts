import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { stageRegistry } from '@active-mode/fixtures/registry'
import activeMode from '../../../src/index.js'

// A fork's requests for itself, as the real Kilo makes them: no environment section, a session id that it makes up and then refuses, and
// no message list for it. Each case takes one sign away.

const refused = (status: number) => async () => ({
  data: undefined,
  error: { name: 'UnknownError' },
  response: { status },
})

const load = async (get: (asked: { path: { id: string } }) => Promise<unknown>) => {
  const folder = mkdtempSync(join(tmpdir(), 'active-mode-made-up-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const registry = await stageRegistry(join(folder, 'modes'))
  const said: string[] = []
  const note = async ({ body }: { body: { message: string } }) => said.push(body.message)
  const client = {
    session: { get, messages: refused(500) },
    app: {
      agents: async () => ({ data: [{ name: 'title', native: true, hidden: true, prompt: 'You make titles.' }] }),
      log: note,
    },
    tui: { showToast: note },
    _client: { get: refused(404) },
  }
  const hooks = await activeMode({ client, directory: folder }, { registry, decisionLog: false, deadlineMs: 20_000 })
  const call = async (name: string, input: unknown, output: unknown = {}): Promise<void> => hooks[name]?.(input, output)
  return {
    said,
    call,
    prepare: (sessionID?: string) =>
      call(
        'experimental.chat.messages.transform',
        {},
        { messages: [{ info: { id: 'msg_000000000001', role: 'user', agent: 'ship', sessionID } }] },
      ),
    told: async (sessionID: string, text = 'You name branches.') => {
      const system = [text]
      await call('experimental.chat.system.transform', { sessionID }, { system })
      await call('chat.params', { sessionID, agent: 'branch-name', message: { id: 'x' } }, {})
      return system.join('\n') === text ? 'nothing' : 'a block'
    },
  }
}

describe('a request under a session id that the harness made up', () => {
  test.each([
    ['branch-name:ses_a', 500],
    ['commit-message', 500],
    ['ses_that_nobody_opened', 404],
  ])('%s, refused with %i, gets no block, and nobody is told of it', async (id, status) => {
    const { told, said, call } = await load(refused(status))
    expect(await told(id)).toBe('nothing')
    await call('event', { event: { type: 'session.idle', properties: { sessionID: id } } })
    expect(said).toEqual([])
  })

  test('is told from one of a session, whatever either id looks like', async () => {
    const { told, prepare } = await load(refused(500))
    await prepare('branch-name:ses_a')
    expect(await told('branch-name:ses_a')).toBe('a block')
    expect(await told('ses_a')).toBe('nothing')
  })
})

describe('a request gets its block', () => {
  test('with an environment section', async () => {
    expect(await (await load(refused(500))).told('ses_a', 'You direct.\n<env>\n</env>')).toBe('a block')
  })

  test.each([400, 401, 403, 502, 503])('where the session call answered %i', async (status) => {
    expect(await (await load(refused(status))).told('ses_a')).toBe('a block')
  })

  test.each<[string, () => Promise<unknown>]>([
    ['throws', () => Promise.reject(new Error('no'))],
    ['answers nothing', async () => undefined],
    ['answers a page', async () => ({ data: '<html>', response: { status: 200 } })],
  ])('where the session call %s', async (_, get) => {
    expect(await (await load(get)).told('ses_a')).toBe('a block')
  })

  test('where the session is known', async () => {
    expect(
      await (
        await load(async ({ path: { id } }) => ({ data: { id, agent: 'ship' }, response: { status: 200 } }))
      ).told('ses_a'),
    ).toBe('a block')
  })

  test('after its messages were seen once, also when the session is gone', async () => {
    const { told, prepare, call } = await load(refused(404))
    await prepare('ses_a')
    await call('event', { event: { type: 'session.deleted', properties: { sessionID: 'ses_a' } } })
    expect(await told('ses_a')).toBe('a block')
  })

  test('after messages were seen that name no session, since they may be of any', async () => {
    const { told, prepare } = await load(refused(404))
    await prepare()
    expect(await told('ses_a')).toBe('a block')
  })
})
