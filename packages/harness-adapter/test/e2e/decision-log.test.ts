import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  decidePosture,
  type DecisionLogEntry,
  decodeDecisionLogLine,
  decodeRegistryBundle,
  summarise,
} from '@active-mode/core'
import { fetchHarness, type Harness, pinnedVersion } from '@active-mode/lab/harness'
import { bootDirector } from './support/bootDirector.js'
import { blockOf, blocksOf, turn, turnsOf } from './support/wire.js'

let harness: Harness

beforeAll(async () => {
  harness = await bootDirector()
})
afterAll(() => harness.stop())

const folder = (): string => join(harness.stateDir, 'active-mode', 'decisions')

const entriesOf = (session: string): ReadonlyArray<DecisionLogEntry> => {
  const file = join(folder(), `${session}.jsonl`)
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
  return lines
    .map((line) => decodeDecisionLogLine(JSON.parse(line)))
    .map((line) => {
      if (E.isLeft(line)) throw new Error(JSON.stringify(line.left))
      if ('dropped' in line.right) throw new Error('lines were dropped')
      return line.right
    })
}

const settled = (session: string, count: number): Promise<ReadonlyArray<DecisionLogEntry>> =>
  vi.waitFor(
    () => {
      const entries = entriesOf(session)
      expect(entries).toHaveLength(count)
      return entries
    },
    { timeout: 10_000 },
  )

describe('the decision log on the real harness', () => {
  test('has one confirmed line a turn, with the block that the model received, and can be decided again', async () => {
    const { id } = await harness.client.createSession({ agent: 'ship' })
    for (const agent of ['ship', 'plan', 'quartermaster'])
      await turn(harness, id, agent, 'a prompt that nobody may keep')
    await harness.model.waitFor((request) => request.session === id && request.agent === 'title')
    await harness.client.summarize(id, { auto: true })
    const entries = await settled(id, 4)
    expect(entries.map(({ requestAgent }) => requestAgent)).toEqual(['ship', 'plan', 'quartermaster', 'quartermaster'])
    expect(entries.map(({ confirmed }) => confirmed)).toEqual([true, true, true, true])
    expect(entries.map(({ harness: version }) => version)).toEqual(entries.map(() => pinnedVersion()))

    const requests = turnsOf(harness, id)
    expect(entries.map(({ messageId }) => messageId)).toEqual(requests.map(({ message }) => message))
    expect(entries.map(({ blockSha256 }) => blockSha256)).toEqual(
      requests.map((request) =>
        blocksOf(request).length === 0 ? null : createHash('sha256').update(blockOf(request)).digest('hex'),
      ),
    )
    expect(entries.map(({ blockBytes }) => blockBytes)).toEqual(
      requests.map((request) => Buffer.byteLength(blocksOf(request)[0] ?? '')),
    )

    for (const { registry, sessionInfo, switchStream, posture } of entries) {
      const bundle = decodeRegistryBundle(
        JSON.parse(readFileSync(join(folder(), 'registries', `${registry}.json`), 'utf8')),
      )
      if (E.isLeft(bundle)) throw new Error(JSON.stringify(bundle.left))
      expect(summarise(decidePosture(sessionInfo, bundle.right, switchStream))).toEqual(posture)
    }
  })

  test('holds no prompt and no text of the mode in its lines, and is for its owner only', () => {
    const files = readdirSync(folder()).filter((name) => name.endsWith('.jsonl'))
    expect(files.length).toBeGreaterThan(0)
    for (const name of files) {
      const text = readFileSync(join(folder(), name), 'utf8')
      expect(text).not.toMatch(/a prompt that nobody may keep|LEDGER|scope-check/)
      expect(statSync(join(folder(), name)).mode & 0o777).toBe(0o600)
    }
    expect(statSync(folder()).mode & 0o777).toBe(0o700)
  })

  test('names the version of a harness whose session info names no agent, too', async () => {
    const version = '1.14.41'
    const older = await bootDirector({ binary: await fetchHarness(version), env: { XDG_STATE_HOME: harness.stateDir } })
    try {
      const { id } = await older.client.createSession({})
      await turn(older, id, 'ship')
      const [entry] = await settled(id, 1)
      expect(entry?.sessionInfo).toEqual({ _tag: 'unknown', sessionId: id, failure: { _tag: 'no-agent' } })
      expect(entry?.harness).toBe(version)
    } finally {
      await older.stop()
    }
  })

  test('two harness processes write one folder', async () => {
    const second = await bootDirector({ env: { XDG_STATE_HOME: harness.stateDir } })
    try {
      const [{ id: one }, { id: two }] = [
        await harness.client.createSession({ agent: 'ship' }),
        await second.client.createSession({ agent: 'ship' }),
      ]
      await Promise.all([turn(harness, one, 'ship'), turn(second, two, 'ship')])
      expect((await settled(one, 1))[0]?.confirmed).toBe(true)
      expect((await settled(two, 1))[0]?.confirmed).toBe(true)
    } finally {
      await second.stop()
    }
  })
})
