import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { stageRegistry } from '@active-mode/fixtures/registry'
import activeMode from '../../../src/index.js'
import { afterPreparation, isPending } from '../../../src/opencode1/Compaction.js'
import { clientOf } from './clientOf.js'

// What another plugin made of the system text has no environment section, so that only the announcement tells a compaction.
const spoilt = 'A text of another plugin.'

const load = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'active-mode-compaction-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const registry = await stageRegistry(join(folder, 'modes'))
  const client = clientOf('ship')
  const hooks = await activeMode({ client, directory: folder }, { registry, decisionLog: false })
  const call = async (name: string, input: unknown, output: unknown = {}): Promise<void> => hooks[name]?.(input, output)
  return {
    announce: () => call('experimental.session.compacting', { sessionID: 'ses_a' }),
    prepare: (id: string) =>
      call(
        'experimental.chat.messages.transform',
        {},
        { messages: [{ info: { id, role: 'user', agent: 'ship', sessionID: 'ses_a' } }] },
      ),
    event: (type: string) => call('event', { event: { type, properties: { sessionID: 'ses_a' } } }),
    isTold: async () => {
      const system = [spoilt]
      await call('experimental.chat.system.transform', { sessionID: 'ses_a' }, { system })
      return system.join().includes('posture: director')
    },
  }
}

test('the compaction and its retries get no block, the turn after it does, and every one after that', async () => {
  const { announce, prepare, isTold } = await load()
  await prepare('msg_1')
  expect(await isTold()).toBe(true)
  await announce()
  await prepare('msg_1')
  expect([await isTold(), await isTold()]).toEqual([false, false])
  await prepare('msg_2')
  expect([await isTold(), await isTold()]).toEqual([true, true])
})

test.each(['session.compacted', 'session.idle'])(
  'on a harness that prepares no messages for it, %s ends it',
  async (type) => {
    const { announce, event, isTold } = await load()
    await announce()
    expect(await isTold()).toBe(false)
    await event(type)
    expect(await isTold()).toBe(true)
  },
)

test('a second compaction is one again', async () => {
  const { announce, prepare, isTold } = await load()
  for (const id of ['msg_1', 'msg_2']) {
    await announce()
    await prepare(id)
    expect(await isTold()).toBe(false)
    await prepare(`${id}_after`)
    expect(await isTold()).toBe(true)
  }
})

test('an announced compaction is pending, also while its own request is prepared', () => {
  expect(isPending('announced')).toBe(true)
  expect(afterPreparation('announced')).toBe('prepared')
  expect(isPending(afterPreparation('announced'))).toBe(true)
})

test('the request that is prepared after it is a turn: no compaction is pending any more', () => {
  expect(isPending(afterPreparation(afterPreparation('announced')))).toBe(false)
})

test('a turn that is prepared without an announcement is none', () => {
  expect(isPending('none')).toBe(false)
  expect(isPending(afterPreparation('none'))).toBe(false)
})
