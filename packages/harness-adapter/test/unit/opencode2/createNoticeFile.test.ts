import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { createNoticeFile } from '../../../src/opencode2/live/createNoticeFile.js'

const folder = mkdtempSync(join(tmpdir(), 'active-mode-notices-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const line = { level: 'warn', message: 'x'.repeat(1000) } as const

test('notices are lines of JSON that only this person may read; what is as it should be is left out', async () => {
  const file = join(folder, 'new', 'notices.jsonl')
  const notices = createNoticeFile(file, () => 1_700_000_000_000)
  notices.write({ level: 'info', message: 'all is well' })
  expect(await notices.tell({ level: 'error', message: 'something\nis wrong' })).toBe(true)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    v: 1,
    at: '2023-11-14T22:13:20.000Z',
    level: 'error',
    message: 'something\nis wrong',
  })
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('they are bounded, on disk and in memory', async () => {
  const file = join(folder, 'many', 'notices.jsonl')
  const notices = createNoticeFile(file, Date.now)
  for (let round = 0; round < 5; round += 1) {
    const told = await Promise.all(Array.from({ length: 150 }, () => notices.tell(line)))
    expect(told.filter(Boolean), 'so many wait, and no more').toHaveLength(100)
  }
  const names = readdirSync(join(folder, 'many'))
  expect(names.toSorted()).toEqual(['notices.jsonl', 'notices.old.jsonl'])
  for (const name of names) expect(statSync(join(folder, 'many', name)).size).toBeLessThanOrEqual(64 * 1024)
})

test('a disk that refuses costs the line, and the next one is tried again', async () => {
  const blocked = join(folder, 'blocked')
  writeFileSync(blocked, '')
  const notices = createNoticeFile(join(blocked, 'notices.jsonl'), Date.now)
  expect(await notices.tell(line)).toBe(false)
  rmSync(blocked)
  notices.write(line)
  await vi.waitFor(() => expect(readFileSync(join(blocked, 'notices.jsonl'), 'utf8')).toContain('xxx'))
})
