import { expect, test } from 'vitest'
import {
  asideFile,
  droppedIn,
  isOwnName,
  parseLogFileName,
  registryFileName,
  sessionFile,
  timesIn,
} from '../../../src/log/format.js'

test('every name that the writer gives is one that the reader knows', () => {
  for (const base of ['ses_aB1', 'other']) {
    const file = base === 'other' ? sessionFile('../etc') : sessionFile(base)
    expect(parseLogFileName(file)).toEqual({ base, putAside: Number.POSITIVE_INFINITY })
    expect(parseLogFileName(asideFile(file, 1_700_000_000_000, 42))).toEqual({ base, putAside: 1_700_000_000_000 })
    expect(isOwnName(asideFile(file, 1_700_000_000_000, 42))).toBe(true)
  }
})

test.each(['notes.txt', 'ses_a.jsonl.bak', 'ses_.jsonl', 'a.jsonl', '../ses_a.jsonl', `${'0'.repeat(63)}.json`])(
  '%s is none of the log',
  (name) => {
    expect(isOwnName(name)).toBe(false)
  },
)

test('what is no hash names no registry', () => {
  expect(registryFileName('0'.repeat(64))).toBe(`${'0'.repeat(64)}.json`)
  expect(registryFileName('../secret')).toBeNull()
})

test('lines tell when they were written, and what was lost before them', () => {
  const lost = '{"v":1,"at":"2023-11-14T22:13:20.000Z","dropped":7}'
  expect(timesIn(`{"v":1,"at":"never"}\n${lost}\n`)).toEqual([1_700_000_000_000])
  expect([droppedIn(lost), droppedIn('{"v":1,"at":"x","sessionId":"dropped"}')]).toEqual([7, 0])
})
