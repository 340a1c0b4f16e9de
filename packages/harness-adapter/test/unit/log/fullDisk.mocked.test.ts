import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import type * as FsPromises from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDecisionLog } from '../../../src/log/live/createDecisionLog.js'
import { account, decision, patiently, writeLast } from './support/decisions.js'

/** The bytes that the disk still takes into the files of the log. */
const disk = vi.hoisted(() => ({ room: Infinity, refusals: 0 }))

/** A disk that fills up as a real one does: it takes the part of a write that fits, and refuses the next. */
vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof FsPromises>()
  const refuse = (): never => {
    disk.refusals += 1
    throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
  }
  const open: typeof real.open = async (...args) => {
    const handle = await real.open(...args)
    const write = handle.write.bind(handle) as (bytes: Uint8Array) => Promise<unknown>
    const bounded = async (bytes: Uint8Array): Promise<unknown> => {
      if (disk.room <= 0) refuse()
      const part = bytes.subarray(0, Math.min(bytes.length, disk.room))
      if (part.length < bytes.length) disk.refusals += 1
      disk.room -= part.length
      return write(part)
    }
    return Object.assign(handle, { write: bounded })
  }
  const writeFile = async (file: string, text: string, options: { readonly mode: number }): Promise<void> => {
    await real.writeFile(file, text.slice(0, disk.room), options)
    if (text.length > disk.room) refuse()
  }
  return { ...real, open, writeFile }
})

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'active-mode-full-'))
  Object.assign(disk, { room: Infinity, refusals: 0 })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** All of one length, so that all lines are. */
const idOf = (n: number): string => `msg_${n + 1000}`

const now = () => 1_700_000_000_000
const newLog = () => createDecisionLog({ folder, harness: async () => '1.2.3', now, refused: async () => true })

/** Does something on a disk that has that many bytes left, and waits until it has refused the rest. */
const refusedFrom = (room: number, act: () => void): Promise<void> => {
  Object.assign(disk, { room, refusals: 0 })
  act()
  return vi.waitFor(() => expect(disk.refusals).toBeGreaterThan(0), patiently)
}

describe('a full disk', () => {
  test('every decision is either a whole line or told as dropped, wherever the disk cuts a write', async () => {
    const log = newLog()
    await writeLast(log, folder, idOf(1))
    const [one = ''] = readFileSync(join(folder, 'ses_a.jsonl'), 'utf8').split('\n')
    const told = JSON.stringify({ v: 1, at: new Date(now()).toISOString(), dropped: 1 })
    let handedIn = 1
    const handIn = (count: number): void => {
      for (let n = 0; n < count; n += 1) log.write(decision('ses_a', idOf((handedIn += 1))))
    }
    // The write that is cut has the line that tells of the first refusal, and two decisions.
    const ends = [0, told.length + 1, told.length + one.length + 2, told.length + 2 * one.length + 3]
    const rooms = ends
      .flatMap((end) => [end - 20, end - 2, end - 1, end, end + 1, end + 20])
      .filter((room) => room >= 0 && room < (ends.at(-1) ?? 0))
    for (const room of rooms) {
      await refusedFrom(0, () => handIn(1))
      await refusedFrom(room, () => handIn(2))
      // Once more, behind the line that the first cut tore.
      await refusedFrom(room, () => handIn(3))
      disk.room = Infinity
      handIn(1)
      await vi.waitFor(() => expect(account(folder).messages).toContain(idOf(handedIn)), patiently)
      const { messages, told: dropped } = account(folder)
      expect(messages.length + dropped, `cut at ${room}`).toBe(handedIn)
    }
    expect(new Set(account(folder).messages).size).toBe(account(folder).messages.length)
  })

  test('leaves no half of a registry behind', async () => {
    const log = newLog()
    await refusedFrom(10, () => log.write(decision('ses_a')))
    disk.room = Infinity
    await writeLast(log, folder)
    expect(readdirSync(join(folder, 'registries'))).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.json$/)])
    expect(account(folder)).toEqual({ messages: ['msg_last'], told: 1 })
  })
})
