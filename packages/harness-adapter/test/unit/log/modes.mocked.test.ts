import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import type * as FsPromises from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDecisionLog } from '../../../src/log/live/createDecisionLog.js'
import { account, decision, patiently, writeLast } from './support/decisions.js'

/** Whether the disk refuses to change a mode. */
const disk = vi.hoisted(() => ({ refuses: false }))

vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof FsPromises>()
  const chmod: typeof real.chmod = async (...args) => {
    if (disk.refuses) throw Object.assign(new Error('not permitted'), { code: 'EPERM' })
    await real.chmod(...args)
  }
  const open: typeof real.open = async (...args) => {
    const handle = await real.open(...args)
    return Object.assign(handle, { chmod: (mode: number) => chmod(args[0], mode) })
  }
  return { ...real, chmod, open }
})

const registry = `${'0'.repeat(64)}.json`

let base: string
let folder: string
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'active-mode-modes-'))
  folder = join(base, 'named-by-the-option')
  disk.refuses = false
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(base, { recursive: true, force: true })
})

/** A folder of an earlier log, with the modes that it is given. */
const stage = (folderMode: number, fileMode: number): void => {
  mkdirSync(join(folder, 'registries'), { recursive: true })
  for (const name of ['ses_a.jsonl', 'ses_b.jsonl', 'ses_b.abc-12.jsonl', `registries/${registry}`]) {
    writeFileSync(join(folder, name), '')
    chmodSync(join(folder, name), fileMode)
  }
  for (const path of [join(folder, 'registries'), folder]) chmodSync(path, folderMode)
}

/** Writes one decision of each of two sessions and waits until the log has looked after its folder: then what was too old is gone. */
const write = async (harness: () => Promise<null> = async () => null): Promise<void> => {
  const old = join(folder, 'ses_old.jsonl')
  writeFileSync(old, '')
  utimesSync(old, 0, 0)
  const log = createDecisionLog({ folder, harness, now: Date.now, refused: async () => true })
  log.write(decision('ses_b'))
  await writeLast(log, folder)
  expect(account(folder)).toMatchObject({ messages: ['msg_last', 'msg_1'], told: 0 })
  await vi.waitFor(() => expect(existsSync(old)).toBe(false), patiently)
}

const modeOf = (name: string): string => (statSync(join(folder, name)).mode & 0o7777).toString(8)
const modes = () =>
  ['', 'registries', 'ses_a.jsonl', 'ses_b.jsonl', 'ses_b.abc-12.jsonl', `registries/${registry}`].map(modeOf)

const tight = ['700', '700', '600', '600', '600', '600']
const loose = ['755', '755', '644', '644', '644', '644']

describe('the modes of a log that is there already', () => {
  test('others lose what they could read', async () => {
    stage(0o755, 0o644)
    await write()
    expect(modes()).toEqual(tight)
  })

  test('a folder is closed before the first line is in it', async () => {
    mkdirSync(folder, { mode: 0o755 })
    const seen: string[] = []
    await write(async () => {
      seen.push(modeOf(''))
      return null
    })
    expect(seen[0]).toBe('700')
  })

  test('what is tighter than ours stays so', async () => {
    stage(0o700, 0o600)
    for (const name of ['ses_b.jsonl', `registries/${registry}`]) chmodSync(join(folder, name), 0o400)
    chmodSync(join(folder, 'ses_b.abc-12.jsonl'), 0o440)
    await write()
    expect(modes()).toEqual(['700', '700', '600', '400', '400', '400'])
  })

  test('a folder that holds other things keeps its mode, and so do they; our files in it are closed', async () => {
    stage(0o755, 0o644)
    for (const name of ['notes.txt', 'registries/notes.txt']) writeFileSync(join(folder, name), '', { mode: 0o644 })
    await write()
    expect(modes()).toEqual(['755', '755', '600', '600', '600', '600'])
    expect(['notes.txt', 'registries/notes.txt'].map(modeOf)).toEqual(['644', '644'])
  })

  test('a folder for everybody, such as that for temporary files, keeps its mode', async () => {
    mkdirSync(folder)
    chmodSync(folder, 0o1777)
    await write()
    expect(modeOf('')).toBe('1777')
  })

  test('what belongs to somebody else is left alone', async () => {
    stage(0o755, 0o644)
    vi.spyOn(process, 'getuid').mockReturnValue((process.getuid?.() ?? 0) + 1)
    await write()
    expect(modes()).toEqual(loose)
  })

  test('a name of ours that leads elsewhere closes nothing there', async () => {
    stage(0o755, 0o644)
    writeFileSync(join(base, 'elsewhere'), '', { mode: 0o644 })
    symlinkSync(join(base, 'elsewhere'), join(folder, 'ses_link.jsonl'))
    await write()
    expect(modes()).toEqual(tight)
    expect(statSync(join(base, 'elsewhere')).mode & 0o777).toBe(0o644)
  })

  test('a disk that refuses to change them costs no line', async () => {
    stage(0o755, 0o644)
    disk.refuses = true
    await write()
    expect(modes()).toEqual(loose)
  })
})
