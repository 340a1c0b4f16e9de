import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { stringify } from 'smol-toml'
import { describe, expect, test } from 'vitest'
import { postureOf } from '@active-mode/core'
import { decodeManifest } from '../../../../src/registry/format/manifest.js'
import { decodePack } from '../../../../src/registry/format/pack.js'
import { decodeRegistryFile } from '../../../../src/registry/format/registryFile.js'
import { isTable, parseToml, type TomlTable } from '../../../../src/registry/format/toml.js'
import { registrySchemas } from '../../../../src/registry/schema/registrySchemas.js'
import { manifestWords, packWords, registryFileWords } from '../../../../src/registry/schema/words.js'

/*
 * Schema and decoder are of one form, and still two readers of it. What the decoder takes the schema takes; what the schema refuses
 * the decoder refuses. (The other way round the decoder may know more: ADR 23 says what.)
 */

type FileName = 'mode.toml' | 'pack.toml' | 'active-mode.toml'

const ajv = new Ajv({ strict: true, strictRequired: false, allErrors: true })
const validators = new Map(registrySchemas.map(({ of, schema }) => [of, ajv.compile(schema)]))

/** As an editor sees a TOML value: a schema knows no dates, and no integers that a number cannot hold. None looks deeper than this. */
const toJson = (value: unknown, depth = 0): unknown =>
  depth > 8
    ? null
    : value instanceof Date
      ? value.toISOString()
      : typeof value === 'bigint'
        ? Number(value)
        : Array.isArray(value)
          ? value.map((item) => toJson(item, depth + 1))
          : isTable(value)
            ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toJson(inner, depth + 1)]))
            : value

const schemaTakes = (of: FileName, table: TomlTable): boolean => validators.get(of)?.(toJson(table)) === true

const bytes = (text: string) => ({ _tag: 'bytes', bytes: new TextEncoder().encode(text) }) as const

/** Whether the plugin makes use of the whole of a file: a whole mode of a version that it reads, a whole pack, a file without faults. */
const decoderTakes = (of: FileName, text: string, table: TomlTable, directory: string): boolean => {
  switch (of) {
    case 'mode.toml': {
      const { manifest, floor } = decodeManifest(directory, bytes(text))
      const floors = floor === null ? [] : [floor]
      const staged = { _tag: 'staged', digest: '', ledger: null, floors, modes: [], broken: [] } as const
      return (
        E.isRight(manifest) &&
        manifest.right.card !== null &&
        manifest.right.pack !== null &&
        postureOf(staged)('anyone')._tag === 'copilot'
      )
    }
    case 'pack.toml':
      return E.isRight(decodePack(table))
    case 'active-mode.toml': {
      const read = decodeRegistryFile(bytes(text))
      return (
        read !== null &&
        E.isRight(read) &&
        read.right.unusable.length === 0 &&
        read.right.ledger?.startsWith('unknown (') !== true
      )
    }
  }
}

const fixtures = fileURLToPath(new URL('../../../../../fixtures/', import.meta.url))

/** Every TOML file of the staged registries and of the fuzzer's corpus. */
const files = ['registries', 'corpus'].flatMap((folder) =>
  readdirSync(join(fixtures, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?:^|\/)(?:mode|pack|active-mode)\.toml$/.test(path))
    .toSorted()
    .map((path) => {
      const parts = path.split('/')
      const text = readFileSync(join(fixtures, folder, path), 'utf8').replace(/^\uFEFF/, '')
      return { path: `${folder}/${path}`, of: parts.at(-1) as FileName, directory: parts.at(-2) ?? '', text }
    }),
)

const whole: Readonly<Record<FileName, string>> = {
  'mode.toml':
    'schema_version = "1"\nmode = "ship"\nagent = "ship"\ncard = "card.md"\npack = "pack.toml"\nprotocol_skills = ["a"]\n[[roles]]\nname = "a"\npath = "b"\n[consumer_floors]\nplugin = "1"\ndoctor = "1"\n',
  'pack.toml':
    'closing_artifact = "a"\n[[phases]]\nname = "build"\nroles = ["builder"]\n[[phases.gates]]\nname = "a"\nkind = "human"\nowner = "b"\nprocedure = "c"\n[[handoffs]]\nkind = "a"\ntarget = "b"\n',
  'active-mode.toml': 'ledger = "~/a"\n[aliases]\ncaptain = "ship"\n"Lead Director" = "ship"\n',
}

const tableOf = (text: string): TomlTable | null => {
  const table = parseToml(text)
  return E.isRight(table) ? table.right : null
}

type Place = ReadonlyArray<string>

/** Every place of a value below its top. */
const placesIn = (value: unknown, path: Place = []): ReadonlyArray<Place> =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => [[...path, key], ...placesIn(inner, [...path, key])])
    : []

/** The value with something else in one place, or with nothing there. */
const spoilt = (value: unknown, [key, ...rest]: Place, put: unknown): unknown => {
  if (key === undefined) return put
  if (Array.isArray(value))
    return value.flatMap((item: unknown, at) => {
      const next = String(at) === key ? spoilt(item, rest, put) : item
      return next === undefined ? [] : [next]
    })
  const { [key]: old, ...others } = value as Record<string, unknown>
  const next = spoilt(old, rest, put)
  return next === undefined ? others : { ...others, [key]: next }
}

describe('the schemas for editors', () => {
  test('are the committed files in docs/schema', () => {
    for (const { name, schema } of registrySchemas)
      expect(
        JSON.parse(readFileSync(new URL(`../../../../../../docs/schema/${name}`, import.meta.url), 'utf8')),
        `npx tsx --conditions=@active-mode/source tools/schema.ts writes docs/schema/${name}`,
      ).toEqual(schema)
  })

  test('say of every key what it means, and of no other', () => {
    const described = (schema: unknown, path = ''): ReadonlyArray<readonly [string, unknown]> => {
      const { properties = {}, items, description } = schema as Readonly<Record<string, Record<string, unknown>>>
      return [
        ...(path === '' ? [] : [[path, description] as const]),
        ...Object.entries({ ...properties, ...(items?.['properties'] as object | undefined) }).flatMap(([key, inner]) =>
          described(inner, path === '' ? key : `${path}.${key}`),
        ),
      ]
    }
    expect(registrySchemas.map(({ schema }) => Object.fromEntries(described(schema)))).toEqual(
      [manifestWords, packWords, registryFileWords].map(({ keys }) => keys),
    )
  })
})

describe('schema and decoder', () => {
  test('the corpus has files that the decoder takes, and files that it refuses, of each kind', () => {
    const takes = files.flatMap(({ of, text, directory }) => {
      const table = tableOf(text)
      return table === null ? [] : [`${of} ${String(decoderTakes(of, text, table, directory))}`]
    })
    expect(new Set(takes)).toEqual(
      new Set(['mode.toml true', 'mode.toml false', 'pack.toml true', 'pack.toml false', 'active-mode.toml true']),
    )
  })

  test('a file of the corpus that the decoder takes is one that the schema takes', () => {
    for (const { path, of, directory, text } of files) {
      const table = tableOf(text)
      if (table !== null && decoderTakes(of, text, table, directory))
        expect(schemaTakes(of, table), `${path}: ${ajv.errorsText(validators.get(of)?.errors)}`).toBe(true)
    }
  })

  test.each(Object.keys(whole) as ReadonlyArray<FileName>)('the same for a %s that is spoilt in one place', (of) => {
    const table = tableOf(whole[of])
    if (table === null) throw new Error('the whole file is no TOML')
    const places = placesIn(table)
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 3 }),
      fc.constantFrom(
        undefined,
        1,
        true,
        '',
        ' ',
        '\n',
        'a\u2028b',
        'a\u0085',
        '\uFEFF',
        'A',
        '.a',
        'a/b',
        'a\\b',
        '1.0',
        '01',
        '0.9',
        '2',
      ),
      fc.constantFrom([], {}, [[]], [''], [{}], { a: 1 }, { a: '' }, { '': 'a' }, '🚢'.repeat(200), 'a'.repeat(201)),
    )
    fc.assert(
      fc.property(fc.constantFrom(...places), value, (place, put) => {
        const text = stringify(spoilt(table, place, put))
        const read = tableOf(text)
        if (read !== null && decoderTakes(of, text, read, 'ship')) expect(schemaTakes(of, read), text).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })

  const drop = (line: string) => (text: string) => text.replace(`${line}\n`, '')
  const swap = (from: string, to: string) => (text: string) => text.replace(from, to)

  test.each<[FileName, string, (text: string) => string]>([
    ['mode.toml', 'no version', drop('schema_version = "1"')],
    ['mode.toml', 'a version that is a number', swap('schema_version = "1"', 'schema_version = 1')],
    ['mode.toml', 'another version', swap('schema_version = "1"', 'schema_version = "2"')],
    ['mode.toml', 'a version that is none', swap('schema_version = "1"', 'schema_version = "v1"')],
    ['mode.toml', 'no mode', drop('mode = "ship"')],
    ['mode.toml', 'a mode that is no slug', swap('mode = "ship"', 'mode = "Ship"')],
    ['mode.toml', 'no agent', drop('agent = "ship"')],
    ['mode.toml', 'an empty agent', swap('agent = "ship"', 'agent = ""')],
    ['mode.toml', 'an agent with a control character', swap('agent = "ship"', 'agent = "a\\u0085"')],
    ['mode.toml', 'an agent of 201 characters', swap('agent = "ship"', `agent = "${'🚢'.repeat(201)}"`)],
    ['mode.toml', 'a list of agents', swap('agent = "ship"', 'agent = ["ship"]')],
    ['mode.toml', 'no card', drop('card = "card.md"')],
    ['mode.toml', 'a card in another folder', swap('card.md', '../card.md')],
    ['mode.toml', 'a hidden pack', swap('pack.toml', '.pack.toml')],
    ['mode.toml', 'no floors', drop('[consumer_floors]\nplugin = "1"\ndoctor = "1"')],
    ['mode.toml', 'no floor of the plugin', drop('plugin = "1"')],
    ['mode.toml', 'a floor that is a number', swap('plugin = "1"', 'plugin = 1')],
    ['mode.toml', 'a floor of a later plugin', swap('plugin = "1"', 'plugin = "1.1"')],
    ['mode.toml', 'a floor with a mark before it', swap('plugin = "1"', 'plugin = ">=1"')],
    ['pack.toml', 'nothing', () => ''],
    ['pack.toml', 'phases that are a table', swap('[[phases]]', '[phases]')],
    ['pack.toml', 'no phase', () => 'phases = []\n'],
    ['pack.toml', 'a phase without a name', drop('name = "build"')],
    ['pack.toml', 'a blank name', swap('name = "build"', 'name = " "')],
    ['pack.toml', 'a role that is a number', swap('["builder"]', '[1]')],
    ['pack.toml', 'roles that are a text', swap('["builder"]', '"builder"')],
    ['pack.toml', 'a phase without gates', () => '[[phases]]\nname = "build"\n'],
    ['pack.toml', 'a gate without a kind', drop('kind = "human"')],
    ['pack.toml', 'a gate without an owner', drop('owner = "b"')],
    ['pack.toml', 'a handoff without a target', drop('target = "b"')],
    ['pack.toml', 'an artifact that is a list', swap('closing_artifact = "a"', 'closing_artifact = ["a"]')],
    ['active-mode.toml', 'a ledger of two lines', swap('"~/a"', '"a\\nb"')],
    ['active-mode.toml', 'a blank ledger', swap('"~/a"', '" "')],
    ['active-mode.toml', 'a ledger that is a list', swap('"~/a"', '["~/a"]')],
    ['active-mode.toml', 'aliases that are a list', swap('[aliases]', '[[aliases]]')],
    ['active-mode.toml', 'an alias with a dot and no quotes', swap('captain =', 'captain.x =')],
    ['active-mode.toml', 'an alias of no mode', swap('captain = "ship"', 'captain = ""')],
    ['active-mode.toml', 'an alias that is empty', swap('captain =', '"" =')],
  ])('of a %s both refuse %s', (of, _fault, spoil) => {
    const text = spoil(whole[of])
    expect(text).not.toBe(whole[of])
    const table = tableOf(text)
    expect(table).not.toBeNull()
    const read = table ?? {}
    expect([decoderTakes(of, text, read, 'ship'), schemaTakes(of, read)]).toEqual([false, false])
    const before = tableOf(whole[of]) ?? {}
    expect([decoderTakes(of, whole[of], before, 'ship'), schemaTakes(of, before)]).toEqual([true, true])
  })
})
