import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import type { ManifestReading } from '../../../../src/registry/format/manifest.js'
import { decodeManifest } from '../../../../src/registry/format/manifest.js'

const bytes = (text: string) => ({ _tag: 'bytes', bytes: new TextEncoder().encode(text) }) as const

const decode = (text: string, directory = 'haul') => decodeManifest(directory, bytes(text))

const lines = {
  schema_version: '"1"',
  mode: '"haul"',
  agent: '"quartermaster"',
  card: '"card.md"',
  pack: '"pack.toml"',
}
const roles = '[[roles]]\nname = "carrier"\npath = "../../agents/carrier.md"\n'
const floorOf = (version: string) => `[consumer_floors]\nplugin = ${version}\n`

/** A whole manifest, with some top-level lines replaced or left out. */
const manifest = (changes: Partial<Record<keyof typeof lines, string | null>> = {}, floors = floorOf('"1"')) => {
  const kept = Object.entries({ ...lines, ...changes }).filter(([, value]) => value !== null)
  return [...kept.map(([key, value]) => `${key} = ${value}`), '', roles, floors].join('\n')
}

const broken = ({ manifest: decoded }: ManifestReading) => (E.isLeft(decoded) ? decoded.left : undefined)
const usable = ({ manifest: decoded }: ManifestReading) => (E.isRight(decoded) ? decoded.right : undefined)

const everything = ['quartermaster']

describe('a manifest that can be used', () => {
  test('declares its agent and its files', () => {
    const files = { card: 'card.md', pack: 'pack.toml' }
    expect(usable(decode(manifest()))).toEqual({ mode: 'haul', agent: 'quartermaster', ...files })
    expect(decode(manifest()).floor).toEqual({ directory: 'haul', schemaVersion: '1', pluginFloor: '1' })
  })

  test.each([
    ...['My_Director', 'team/lead', 'Lead Director', 'quartermaster ', '舵手', '‮tfihs', '"', '#'],
    ...['x mode=ship via=request', 'é'.repeat(200), '🚢'.repeat(200)],
  ])('takes the agent id %s as it is', (agent) => {
    expect(usable(decode(manifest({ agent: JSON.stringify(agent) })))?.agent).toBe(agent)
  })

  test.each([
    ['a byte order mark', `\uFEFF${manifest()}`],
    ['CRLF line ends', manifest().replaceAll('\n', '\r\n')],
    ['literal strings', manifest({ agent: "'quartermaster'" })],
    ['a literal Windows path under a key of its own', `path = 'C:\\dir\\x'\n${manifest()}`],
    ['multi-line strings', manifest({ agent: '"""\nquartermaster"""' })],
    ['quoted keys', manifest().replace('agent =', '"agent" =')],
    ['dotted keys', manifest({}, 'consumer_floors.plugin = "1"\n').replace(roles, '')],
    ['inline tables', `consumer_floors = { plugin = "1", doctor = "2" }\n${manifest({}, '')}`],
    [
      'comments inside and after a multi-line array',
      `protocol_skills = [ # skills\n  "porter", # the first\n] # done\n${manifest()}`,
    ],
    [
      'integers, floats and dates nobody asked for',
      `when = 2026-08-14\nlarge = 99999999999999999999\nratio = 1.5\n${manifest()}`,
    ],
    ['version 1.0', manifest({ schema_version: '"1.0"' })],
    [
      'keys named like parts of an object',
      `constructor = 1\n"__proto__" = { agent = "x" }\ntoString = "y"\n${manifest()}`,
    ],
  ])('may hold %s', (_, text) => {
    expect(usable(decode(text))).toMatchObject({ agent: 'quartermaster' })
    expect(({} as Record<string, unknown>)['agent']).toBeUndefined()
  })

  test('names keys that have no effect', () => {
    expect(decode(`agnet = "x"\n${manifest()}\nplugins = "2"\n`).unknownKeys).toEqual([
      'agnet',
      'consumer_floors.plugins',
    ])
  })
})

describe('what a broken manifest claims', () => {
  const head = 'schema_version = "1"\nmode = "haul"\n'
  const whenItIsKnown: ReadonlyArray<readonly [when: string, text: string]> = [
    ['when its mode is another than its folder', manifest({ mode: '"lug"' })],
    ['without a mode', manifest({ mode: null })],
    ['when its mode is no slug', manifest({ mode: '"Haul away"' })],
    ['when its floor is missing', manifest({}, '[consumer_floors]\ndoctor = "1"\n')],
    ['when it has no floors at all', manifest({}, '')],
    ['when its floor is no string', manifest({}, floorOf('1'))],
    ['when its floors are no table', manifest({}, '').replace('\n[[roles]]', 'consumer_floors = "1"\n[[roles]]')],
    ['when its card is no string', manifest({ card: '1' })],
    ['when its pack is no string', manifest({ pack: '["pack.toml"]' })],
    ['when its pack leads out of the bundle', manifest({ pack: '"../ship/pack.toml"' })],
    ['when its card is an absolute path', manifest({ card: '"/etc/passwd"' })],
    ['when its card is a dot entry', manifest({ card: '".card.md"' })],
    ['when its card is a Windows path', manifest({ card: "'..\\card.md'" })],
    ['when its version is the integer 1', manifest({ schema_version: '1' })],
  ]
  const whenItIsNot: ReadonlyArray<readonly [when: string, text: string]> = [
    ['when its agent is no string', manifest({ agent: '["quartermaster"]' })],
    ['when its agent is a date', manifest({ agent: '2026-08-14' })],
    ['when its agent holds a control character', manifest({ agent: '"quarter\\tmaster"' })],
    ['when its agent is longer than 200 characters', manifest({ agent: `"${'a'.repeat(201)}"` })],
    ['when its agent is empty', manifest({ agent: '""' })],
    ['when it has neither agent nor mode', manifest({ agent: null, mode: null })],
    ['without a version', manifest({ schema_version: null })],
    ['in a future format', manifest({ schema_version: '"2"' })],
    ['when a key stands twice', `agent = "carrier"\n${manifest()}`],
    ['when it is no TOML', manifest({ agent: '@' })],
    ['when a string holds an illegal escape', `path = "C:\\dir\\x"\n${manifest()}`],
    ['when it may be cut off before its agent', head],
    [
      'when it may be cut off after a dotted key',
      'schema_version = "1"\nconsumer_floors.plugin = "1"\nmode = "haul"\n',
    ],
    ['when it may be cut off after an inline table', `${head}consumer_floors = { plugin = "1" }\n`],
    ['when it may be cut off after what looks like a header', `${head}note = '''\n[consumer_floors]\n'''\n`],
  ]
  test.each<readonly [string, string, ReadonlyArray<string> | null]>([
    ...whenItIsKnown.map(([when, text]) => [`its agents ${when}`, text, everything] as const),
    ...whenItIsNot.map(([when, text]) => [`what cannot be known ${when}`, text, null] as const),
    ['nothing but itself while it is older than the binding', manifest({ agent: null }), ['haul']],
    ['its agent when it is cut off behind it', `${head}agent = "quartermaster"\n`, everything],
    ['its mode when it is older than the binding and ends in a table', `${head}[consumer_floors]`, ['haul']],
    ['its agent, whatever follows', 'agent = "quartermaster"\nschema_version = "1"\n', everything],
  ])('is %s', (_, text, claims) => {
    expect(broken(decode(text))).toMatchObject({ directory: 'haul', why: 'invalid', claims })
  })

  test.each([
    ['nothing', new Uint8Array()],
    ['white space', new TextEncoder().encode(' \r\n\t\n')],
    ['a comment', new TextEncoder().encode('# soon\n')],
    ['4096 NUL bytes', new Uint8Array(4096)],
    ['UTF-16 with its mark', Buffer.from(`\uFEFF${manifest()}`, 'utf16le')],
    ['UTF-16 without its mark', Buffer.from(manifest(), 'utf16le')],
    ['bytes that are no UTF-8', Buffer.concat([Buffer.from(manifest()), Buffer.from([0x23, 0xff, 0xfe])])],
    ['text with a tail of NULs', Buffer.concat([Buffer.from(manifest()), Buffer.alloc(512)])],
    ['text with the tail of an older, longer file', Buffer.from(`${manifest()}st"\n`)],
    ['a table 10,000 deep', Buffer.from(`${manifest()}\nx = ${'['.repeat(10_000)}`)],
  ])('cannot be known of a file that holds %s', (_, content) => {
    const reading = decodeManifest('haul', { _tag: 'bytes', bytes: content })
    expect(broken(reading)).toMatchObject({ why: 'invalid', claims: null })
    expect(reading.floor).toBeNull()
  })

  test.each([
    ['absent', 'no-manifest'],
    ['unreadable', 'unreadable'],
    ['too-large', 'too-large'],
  ] as const)('cannot be known of a manifest that is %s', (why, brokenWhy) => {
    expect(broken(decodeManifest('haul', { _tag: 'failed', why, detail: 'EACCES' }))).toEqual({
      directory: 'haul',
      why: brokenWhy,
      detail: 'mode.toml: EACCES',
      claims: null,
    })
  })

  test('is never less than it was when the manifest is cut off at any byte', () => {
    const whole = manifest()
    const silenced = Array.from({ length: whole.length }, (_, at) => decode(whole.slice(0, at))).filter((reading) => {
      const claims = broken(reading)?.claims ?? usable(reading)
      const ids = Array.isArray(claims) ? claims : claims === undefined || !('agent' in claims) ? null : [claims.agent]
      return ids !== null && !ids.includes('quartermaster')
    })
    expect(silenced).toEqual([])
  })
})

describe('the floor of a manifest', () => {
  test.each([
    ['a future version', '"2"', '2'],
    ['a version that is no version', '"v1"', 'v1'],
    ['a future integer', '2', '2'],
    ['a negative integer', '-1', '-1'],
    ['a boolean', 'true', 'true'],
    ['a table', '{ major = 1 }', '(table)'],
    ['an array', '["1"]', '(array)'],
    ['a date', '2026-08-14', '(date)'],
    ['an empty string', '""', ''],
  ])('tells %s as it says it, so that the core sees the gap', (_, value, text) => {
    const reading = decode(manifest({ schema_version: value }))
    expect(reading.floor).toEqual({ directory: 'haul', schemaVersion: text, pluginFloor: '1' })
    expect(usable(reading)).toBeUndefined()
  })

  test('is told of a manifest that is broken elsewhere', () => {
    const { floor } = decode(manifest({ mode: '"lug"' }, floorOf('"9"')))
    expect(floor).toEqual({ directory: 'haul', schemaVersion: '1', pluginFloor: '9' })
  })

  test('is told by a mode that could be used but for it', () => {
    const reading = decode(manifest({}, floorOf('"2"')))
    expect(reading.floor?.pluginFloor).toBe('2')
    expect(usable(reading)?.agent).toBe('quartermaster')
  })

  test('cannot be made to look like a version by its length', () => {
    const text = decode(manifest({ schema_version: `"1${'.0'.repeat(40)}.5"` })).floor?.schemaVersion
    expect(text).toMatch(/…$/)
  })

  test('is unknown without a version', () => {
    expect(decode(manifest({ schema_version: null })).floor).toBeNull()
  })
})

describe('the detail of a failure', () => {
  test('names file, line and column, and nothing of the content', () => {
    const detail = broken(decode('schema_version = "1"\nsecret = "hunter2\n'))?.detail
    expect(detail).toMatch(/^mode\.toml:2:\d+: /)
    expect(detail).not.toContain('hunter2')
  })

  test('names a key that stands twice by its place', () => {
    expect(broken(decode('mode = "haul"\nmode = "lug"\n'))?.detail).toMatch(/^mode\.toml:2:1: trying to redefine/)
  })

  test.each([
    ['`schema_version` is missing', manifest({ schema_version: null })],
    ['`schema_version` is not one that this build reads', manifest({ schema_version: '"2"' })],
    ['`schema_version` is not a string', manifest({ schema_version: '1' })],
    ['`mode` is missing', manifest({ mode: null })],
    ['`mode` is not a slug', manifest({ mode: '"Haul away"' })],
    ['`mode` is not the name of its folder', manifest({ mode: '"lug"' })],
    ['`agent` is missing', manifest({ agent: null })],
    ['`consumer_floors.plugin` is missing', manifest({}, '')],
    ['`consumer_floors.plugin` is missing', manifest({}, '[consumer_floors]\ndoctor = "1"\n')],
    ['`consumer_floors.plugin` is not a string', manifest({}, floorOf('1'))],
    ['`card` is not a plain file name', manifest({ card: '"a/b"' })],
    ['`pack` is not a plain file name', manifest({ pack: '7' })],
  ])('is one sentence that names the key: %s', (detail, text) => {
    expect(broken(decode(text))?.detail).toBe(`mode.toml: ${detail}`)
  })
})

describe('a manifest without a file', () => {
  test.each(['card', 'pack'] as const)('of the %s binds its agent all the same', (key) => {
    expect(usable(decode(manifest({ [key]: null })))).toMatchObject({ agent: 'quartermaster', [key]: null })
  })
})

describe('what can be read of a manifest', () => {
  test.each<[string, string, ReadonlyArray<string>]>([
    ['its agent', manifest(), ['quartermaster']],
    ['its mode, where it is older than the binding', manifest({ agent: null }), ['haul']],
    ['its agent, where it is no TOML', manifest({ card: '@' }), ['quartermaster']],
    ['nothing, where it is ill-typed', manifest({ agent: '7' }), []],
  ])('is %s', (_, text, readable) => {
    expect(decode(text).readable).toEqual(readable)
  })

  test('is nothing where there is none', () => {
    expect(decodeManifest('haul', { _tag: 'failed', why: 'absent', detail: '' })).toMatchObject({
      floor: null,
      readable: [],
      unknownKeys: [],
    })
  })
})

describe('the floor of the plugin', () => {
  test.each([
    [
      'is none where the floors are no table',
      manifest({}, '').replace('\n[[roles]]', 'consumer_floors = 7\n[[roles]]'),
      null,
    ],
    ['is none where it is not there', manifest({}, ''), null],
    ['is told as it is said, of another type', manifest({}, floorOf('1.5')), '1.5'],
    [
      'is told as it is said, larger than any number',
      manifest({}, floorOf('99999999999999999999')),
      '99999999999999999999',
    ],
    ['is told up to 64 characters', manifest({}, floorOf(`"${'1'.repeat(64)}"`)), '1'.repeat(64)],
    ['is cut beyond them', manifest({}, floorOf(`"${'1'.repeat(65)}"`)), `${'1'.repeat(64)}…`],
  ])('%s', (_, text, pluginFloor) => {
    expect(decode(text).floor).toEqual({ directory: 'haul', schemaVersion: '1', pluginFloor })
  })
})
