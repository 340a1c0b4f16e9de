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

test.each([
  ['ses_aB1', 'ses_aB1.jsonl'],
  [`ses_${'a'.repeat(80)}`, `ses_${'a'.repeat(80)}.jsonl`],
  [`ses_${'a'.repeat(81)}`, 'other.jsonl'],
  ['ses_', 'other.jsonl'],
  ['ses_a/../b', 'other.jsonl'],
  ['x/ses_a', 'other.jsonl'],
  ['ses_a\n', 'other.jsonl'],
  ['', 'other.jsonl'],
])('the lines of session %j are in %s', (session, file) => {
  expect(sessionFile(session)).toBe(file)
})

test('a full file is put aside under a name that tells when, and by which process', () => {
  expect(asideFile('ses_a.jsonl', 1_700_000_000_000, 42)).toBe('ses_a.loyw3v28-42.jsonl')
})

test.each([
  ['ses_a.jsonl', 'ses_a'],
  ['ses_a.0-1.jsonl', 'ses_a'],
  ['other.jsonl', 'other'],
  ['xses_a.jsonl', null],
  ['ses_a.jsonl.tmp', null],
  ['ses_a..jsonl', null],
  ['ses_a.-1.jsonl', null],
  ['ses_a.X.jsonl', null],
  ['others.jsonl', null],
])('the name %s is that of a log file of %s', (name, base) => {
  expect(parseLogFileName(name)?.base ?? null).toBe(base)
})

test.each([
  ['0'.repeat(64), true],
  ['f'.repeat(64), true],
  ['0'.repeat(63), false],
  ['0'.repeat(65), false],
  ['g'.repeat(64), false],
  ['F'.repeat(64), false],
  [`x${'0'.repeat(64)}`, false],
])('whether %s is a hash that names a registry: %s', (hash, expected) => {
  expect(registryFileName(hash)).toBe(expected ? `${hash}.json` : null)
  expect(isOwnName(`${hash}.json`)).toBe(expected)
})

test.each([
  ['0f8fad5b-d9cb-469f-a165-70867728950e', true],
  ['0f8fad5b-d9cb-469f-a165-70867728950', false],
  ['0f8fad5b-d9cb-469f-a165-70867728950ee', false],
  ['0f8fad5b-d9cb-469f-a165-7086772895zz', false],
])('the half of a registry that a process left is one of ours by its name: %s, %s', (id, expected) => {
  expect(isOwnName(`${'0'.repeat(64)}.json.${id}.tmp`)).toBe(expected)
  expect(isOwnName(`${'0'.repeat(64)}.json.${id}.tmp.x`)).toBe(false)
  expect(isOwnName(`x${'0'.repeat(64)}.json.${id}.tmp`)).toBe(false)
})

test('a time is read at the beginning of a line alone', () => {
  const line = '{"v":1,"at":"2023-11-14T22:13:20.000Z"'
  expect(timesIn(`${line}}\n${line},"x":1}\n x${line}}\n{"v":1,"at":""}`)).toEqual([
    1_700_000_000_000, 1_700_000_000_000,
  ])
  expect(timesIn('')).toEqual([])
})

test.each([
  ['{"v":1,"at":"x","dropped":7}', 7],
  ['{"v":1,"at":"","dropped":123456789012}', 123_456_789_012],
  ['{"v":1,"at":"x","dropped":1234567890123}', 0],
  ['{"v":1,"at":"x","dropped":}', 0],
  [' {"v":1,"at":"x","dropped":7}', 0],
  ['{"v":1,"at":"x","dropped":7},', 0],
  ['', 0],
])('the line %s tells of %i lost decisions', (line, count) => {
  expect(droppedIn(line)).toBe(count)
})
