import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeOptions } from '../../../src/options/decodeOptions.js'
import { defaultOptions } from '../../../src/options/Options.js'

const schema = JSON.parse(readFileSync(new URL('../../../options.schema.json', import.meta.url), 'utf8'))
const isValid = new Ajv().compile(schema)
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))

const value = fc.oneof(
  fc.constantFrom('', '/modes', 'append', 'separate', false, true, null, 0, 100, 99, 2000, 30_000, 30_001, 150.5, -1),
  fc.jsonValue({ maxDepth: 1 }),
)

const key = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('registry', 'splice', 'deadlineMs', 'decisionLog', 'toast') },
  fc.string(),
)

describe(`the JSON Schema of the options (seed ${seed})`, () => {
  test('takes what the codec takes, and refuses what it names', () => {
    fc.assert(
      fc.property(fc.dictionary(key, value, { maxKeys: 4, noNullPrototype: true }), (given) => {
        expect(isValid(given)).toBe(decodeOptions(given).problems.length === 0)
      }),
      { seed, numRuns: 2000 },
    )
  })

  test('names every option, with its default', () => {
    expect(Object.keys(schema.properties)).toEqual(Object.keys(defaultOptions))
    const defaults = Object.entries<{ readonly default?: unknown }>(schema.properties).flatMap(
      ([name, { default: value }]) => (value === undefined ? [] : [[name, value]]),
    )
    expect(defaultOptions).toMatchObject(Object.fromEntries(defaults))
  })
})
