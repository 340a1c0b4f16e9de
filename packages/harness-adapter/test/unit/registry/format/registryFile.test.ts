import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { decodeRegistryFile, type RegistryFile } from '../../../../src/registry/format/registryFile.js'

// What the file says, without a disk; what comes of it in a registry is in `live/registryFile.test.ts`.

const decode = (text: string) => decodeRegistryFile({ _tag: 'bytes', bytes: new TextEncoder().encode(text) })

const whole = (text: string): RegistryFile => {
  const reading = decode(text)
  if (reading === null || E.isLeft(reading)) throw new Error(JSON.stringify(reading))
  return reading.right
}

const nothing: RegistryFile = { aliases: [], unusable: [], ledger: null, isBlank: false, unknownKeys: [] }

describe('a registry file', () => {
  test('is read whole, its aliases sorted by id', () => {
    expect(whole('ledger = "logs/x.md"\n[aliases]\nskipper = "ship"\nmate = "explore"\n')).toEqual({
      ...nothing,
      ledger: 'logs/x.md',
      aliases: [
        { id: 'mate', mode: 'explore' },
        { id: 'skipper', mode: 'ship' },
      ],
    })
  })

  test.each(['', ' \t\n\v\f\r\n'])('that holds nothing but white space is blank: %j', (text) => {
    expect(whole(text)).toEqual({ ...nothing, isBlank: true })
  })

  test('that holds a comment is not blank', () => {
    expect(whole(' # soon\n')).toEqual(nothing)
  })

  test.each(['\b', '\u000e', '\0'])('that holds a control character is not blank: %j', (text) => {
    expect(decode(text)).toMatchObject({ _tag: 'Left', left: { why: 'invalid' } })
  })

  test('that is not there is none', () => {
    expect(decodeRegistryFile({ _tag: 'failed', why: 'absent', detail: 'there is no such file' })).toBeNull()
  })

  test.each(['unreadable', 'too-large'] as const)('that is %s says so, with its name', (why) => {
    expect(decodeRegistryFile({ _tag: 'failed', why, detail: 'EACCES' })).toEqual(
      E.left({ why, detail: 'active-mode.toml: EACCES' }),
    )
  })

  test('that is no TOML says where', () => {
    expect(decode('ledger = "x"\nledger =\n')).toEqual(
      E.left({ why: 'invalid', detail: expect.stringMatching(/^active-mode\.toml:2:\d+: /) as string }),
    )
  })

  test('whose aliases are no table says so', () => {
    expect(decode('aliases = 7\n')).toEqual(
      E.left({ why: 'invalid', detail: 'active-mode.toml: `aliases` is not a table' }),
    )
  })

  test('names its unknown keys, and no alias among them', () => {
    expect(whole('legder = "x"\n[aliases]\nskipper = "ship"\n').unknownKeys).toEqual(['active-mode.toml: legder'])
  })
})

describe('an alias that binds nobody says why, and spoils no other', () => {
  test.each<[string, string, ReadonlyArray<string>, string]>([
    [
      'with a dot that nobody quoted',
      'a.b.c = "ship"\na.d = "ship"',
      ['a', 'a.b', 'a.b.c', 'a.d'],
      'an agent id with a dot must be quoted, as in `"a.b" = "mode"`',
    ],
    [
      'that is no agent id',
      '"a\\tb" = "ship"',
      ['a\tb'],
      'an alias is not an agent id: text of 1 to 200 characters, none of them a control character',
    ],
    ['of no mode', 'a = ""', ['a'], 'the mode of an alias is empty'],
    ['of a number', 'a = 7', ['a'], 'the mode of an alias is not a string but of type number'],
    ['of a long number', 'a = 99999999999999999999', ['a'], 'the mode of an alias is not a string but of type integer'],
    ['of an array', 'a = ["ship"]', ['a'], 'the mode of an alias is not a string but of type array'],
    ['of a date', 'a = 2026-08-14', ['a'], 'the mode of an alias is not a string but of type date'],
  ])('%s', (_, line, claims, detail) => {
    expect(whole(`[aliases]\n${line}\npilot = "ship"\n`)).toEqual({
      ...nothing,
      aliases: [{ id: 'pilot', mode: 'ship' }],
      unusable: [{ claims, detail: `active-mode.toml: ${detail}` }],
    })
  })
})

test.each([
  ...['7', '""', '"  "', '["a"]', '"""a\nb"""', '"a\\rb"', '"a\\u000bb"', '"a\\fb"'],
  ...['"a\\u0085b"', '"a\\u2028b"', '"a\\u2029b"'],
])('a ledger that is %s is no line of text, which costs its line alone', (value) => {
  expect(whole(`ledger = ${value}\n[aliases]\npilot = "ship"\n`)).toEqual({
    ...nothing,
    aliases: [{ id: 'pilot', mode: 'ship' }],
    ledger: 'unknown (active-mode.toml: `ledger` is not one line of text)',
  })
})

test('a ledger may be any one line', () => {
  expect(whole('ledger = " Vault: <day>.md "\n').ledger).toBe(' Vault: <day>.md ')
})
