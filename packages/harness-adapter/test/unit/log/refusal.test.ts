import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DecisionLog } from '../../../src/log/DecisionLog.js'
import { createDecisionLog } from '../../../src/log/live/createDecisionLog.js'
import { account, decision, patiently, writeLast } from './support/decisions.js'

let base: string
let folder: string
const said: string[] = []
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'active-mode-refusal-'))
  folder = join(base, 'decisions')
  said.length = 0
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const newLog = (at = folder): DecisionLog =>
  createDecisionLog({
    folder: at,
    harness: async () => '1.2.3',
    now: Date.now,
    refused: async (message) => said.push(message) > 0,
  })

describe('a log that cannot be written', () => {
  test.each<[string, () => void]>([
    ['its folder is a file', () => writeFileSync(folder, '')],
    [
      'its folder of registries is a file',
      () => {
        mkdirSync(folder)
        writeFileSync(join(folder, 'registries'), '')
      },
    ],
    ['the file of a session is a folder', () => mkdirSync(join(folder, 'ses_a.jsonl'), { recursive: true })],
  ])('is said once, however many logs write there, and what it cost is counted: %s', async (_, refuse) => {
    refuse()
    const logs = [newLog(), newLog()]
    for (const log of logs) {
      log.write(decision('ses_a'))
      await vi.waitFor(() => expect(said).toHaveLength(1), patiently)
      log.write(decision('ses_a', 'msg_2'))
    }
    expect(said[0]).toContain(folder)
    expect(said[0]).toMatch(/cannot be written \(E[A-Z]+\).*decisionLog/)
    // Time for the second one to be refused as well.
    await setTimeout(100)
    expect(said).toHaveLength(1)
    rmSync(folder, { recursive: true })
    for (const [n, log] of logs.entries()) await writeLast(log, folder, `msg_last_${n}`)
    const { messages, told } = account(folder)
    expect(messages.length + told).toBe(6)
    expect(told).toBeGreaterThan(0)
    expect(said).toHaveLength(1)
  })

  test('is said of each folder', async () => {
    for (const name of ['one', 'two']) {
      writeFileSync(join(base, name), '')
      newLog(join(base, name)).write(decision('ses_a'))
    }
    await vi.waitFor(() => expect(said).toHaveLength(2), patiently)
  })
})

test('a registry that somebody removed is stored again with the next line', async () => {
  const log = newLog()
  await writeLast(log, folder, 'msg_1')
  const names = readdirSync(join(folder, 'registries'))
  expect(names).toHaveLength(1)
  rmSync(join(folder, 'registries'), { recursive: true })
  await writeLast(log, folder, 'msg_2')
  expect(readdirSync(join(folder, 'registries'))).toEqual(names)
  rmSync(join(folder, 'registries', names[0] ?? ''))
  await writeLast(log, folder, 'msg_3')
  expect(readdirSync(join(folder, 'registries'))).toEqual(names)
  expect(said).toEqual([])
})
