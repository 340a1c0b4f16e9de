import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { decodeText } from '../../../../src/registry/format/FileContent.js'
import { isLive, parseStagingLock } from '../../../../src/registry/format/StagingLock.js'

const bytes = (...values: ReadonlyArray<number>): Uint8Array => Uint8Array.from(values)
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

describe('the bytes of a file', () => {
  test.each([
    ['a', 'a'],
    ['\uFEFFa', 'a'],
    ['\0a', '\0a'],
    [' é ', ' é '],
  ])('are the text that they are: %j', (text, read) => {
    expect(decodeText(utf8(text))).toEqual(E.right(read))
  })

  test.each<[string, 'empty' | 'invalid', Uint8Array]>([
    ['the file is empty', 'empty', bytes()],
    ['the file holds nothing but white space', 'empty', utf8(' \r\n\t')],
    ['the file holds nothing but white space', 'empty', utf8('\uFEFF')],
    ['the file holds nothing but NUL bytes', 'invalid', bytes(0, 0)],
    ['the file is UTF-16, not UTF-8', 'invalid', bytes(0xff, 0xfe, 0x61, 0)],
    ['the file is UTF-16, not UTF-8', 'invalid', bytes(0xfe, 0xff, 0, 0x61)],
    ['the file is not UTF-8', 'invalid', bytes(0xff, 0xff)],
    ['the file is not UTF-8', 'invalid', bytes(0xfe, 0xfe)],
    ['the file is not UTF-8', 'invalid', bytes(0x61, 0xff)],
    ['the file is not UTF-8', 'invalid', bytes(0x61, 0xfe)],
  ])('are no text, and it is said why: %s', (detail, why, content) => {
    expect(decodeText(content)).toEqual(E.left({ why, detail }))
  })
})

describe('the lock of a stager', () => {
  const lockOf = (value: unknown) => parseStagingLock({ _tag: 'bytes', bytes: utf8(JSON.stringify(value)) })

  test.each([1_700_000_000_000, '2023-11-14T22:13:20.000Z'])('has a heartbeat and a time to live: %j', (at) => {
    expect(lockOf({ heartbeat_at: at, ttl_ms: 30_000 })).toEqual({ heartbeatAt: 1_700_000_000_000, ttl: 30_000 })
  })

  test.each([
    [null],
    [7],
    [{}],
    [{ heartbeat_at: 1 }],
    [{ ttl_ms: 1 }],
    [{ heartbeat_at: 'soon', ttl_ms: 1 }],
    [{ heartbeat_at: [1], ttl_ms: 1 }],
    [{ heartbeat_at: 1, ttl_ms: '1' }],
  ])('is none where it is %j', (value) => {
    expect(lockOf(value)).toBeNull()
  })

  test('is none where it is no JSON, or no file', () => {
    expect(parseStagingLock({ _tag: 'bytes', bytes: utf8('{') })).toBeNull()
    expect(parseStagingLock({ _tag: 'failed', why: 'absent', detail: '' })).toBeNull()
  })

  test.each([
    [1_000, true],
    [1_099, true],
    [1_100, false],
    [901, true],
    [900, false],
  ])('with a heartbeat at 1000 and 100 to live is live at %i: %s', (now, expected) => {
    expect(isLive({ heartbeatAt: 1_000, ttl: 100 }, now)).toBe(expected)
  })
})
