import { readFileSync } from 'node:fs'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { describe, expect, test } from 'vitest'
import { type Posture, RegistryBundle } from '@active-mode/core'
import * as wire from '@active-mode/core/schema'
import { decodeWith, jsonSchemaOf } from '@active-mode/core/schema'
import { mapObjects } from './place.js'

describe('codecs can be built from those of the core', () => {
  const silence: Posture = { _tag: 'copilot', reason: { _tag: 'registry-absent' } }
  const postures: wire.Codec<ReadonlyArray<Posture>> = t.readonlyArray(wire.posture)

  test('a list of postures decodes, with the path of what is wrong in it', () => {
    const decode = decodeWith(postures)
    expect(decode([silence, silence])).toStrictEqual(E.right([silence, silence]))
    expect(decode([silence, { _tag: 'copilot', reason: {} }])).toStrictEqual(
      E.left([{ path: '[1].reason._tag', expected: 'registry-absent | agent-unbound' }]),
    )
  })

  test('an object around a registry drops what it does not know, as those of the core do', () => {
    const decode = decodeWith<{ readonly registry: RegistryBundle }>(t.strict({ registry: wire.registryBundle }))
    expect(decode({ registry: { _tag: 'absent', more: 1 }, more: 1 })).toStrictEqual(
      E.right({ registry: RegistryBundle.absent }),
    )
  })
})

describe('jsonSchemaOf', () => {
  test('docs/schema/decision-log-line.v1.json is what the codec says, words aside', () => {
    const file = new URL('../../../../docs/schema/decision-log-line.v1.json', import.meta.url)
    const words = ['$schema', '$id', 'title', 'description']
    const committed = mapObjects(
      (object) =>
        Object.fromEntries(
          Object.entries(object).filter(([key, value]) => !words.includes(key) || typeof value !== 'string'),
        ),
      JSON.parse(readFileSync(file, 'utf8')),
    )
    expect(committed).toStrictEqual(wire.decisionLogLineSchema)
  })

  test.each<[t.Mixed, wire.JsonSchema]>([
    [t.string, { type: 'string' }],
    [t.number, { type: 'number' }],
    [t.null, { const: null }],
    [t.unknown, {}],
    [t.record(t.string, t.boolean), { type: 'object', additionalProperties: { type: 'boolean' } }],
    [wire.nullable(t.string), { type: ['string', 'null'] }],
    [wire.nullable(wire.word('a', 'b')), { oneOf: [{ type: 'null' }, { enum: ['a', 'b'] }] }],
    [wire.nonEmptyArray(wire.milliseconds), { type: 'array', minItems: 1, items: { type: 'number', minimum: 0 } }],
    [
      t.exact(t.intersection([t.type({ a: t.array(t.string) }), t.partial({ b: t.literal(1) })])),
      {
        type: 'object',
        required: ['a'],
        properties: { a: { type: 'array', items: { type: 'string' } }, b: { const: 1 } },
      },
    ],
    [
      t.readonly(t.type({ a: wire.missingAsNull(wire.nullable(t.boolean)) })),
      { type: 'object', required: [], properties: { a: { type: ['boolean', 'null'] } } },
    ],
  ])('%# says what a codec reads', (codec, schema) => {
    expect(jsonSchemaOf(codec)).toStrictEqual(schema)
  })

  test('names what it is told to name, wherever that stands', () => {
    const version = t.literal(1)
    expect(jsonSchemaOf(t.type({ a: version, b: t.array(version) }), { version })).toStrictEqual({
      type: 'object',
      required: ['a', 'b'],
      properties: { a: { $ref: '#/$defs/version' }, b: { type: 'array', items: { $ref: '#/$defs/version' } } },
      $defs: { version: { const: 1 } },
    })
  })
})
