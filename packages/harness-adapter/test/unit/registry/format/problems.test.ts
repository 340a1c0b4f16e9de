import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { registryFixture } from '@active-mode/fixtures/registry'
import { decodeManifest } from '../../../../src/registry/format/manifest.js'
import { decodePack } from '../../../../src/registry/format/pack.js'
import { misspelt } from '../../../../src/registry/format/problems/FormatProblem.js'
import { manifestProblems } from '../../../../src/registry/format/problems/manifestProblems.js'
import { packProblems } from '../../../../src/registry/format/problems/packProblems.js'
import type { TomlTable } from '../../../../src/registry/format/toml.js'
import { parseToml } from '../../../../src/registry/format/toml.js'

const fixture = (file: string): string => readFileSync(join(registryFixture('two-modes'), 'ship', file), 'utf8')

const tableOf = (text: string): TomlTable => {
  const table = parseToml(text)
  if (E.isLeft(table)) throw new Error(table.left.reason)
  return table.right
}

/** Lines of a file, each of them kept, left out, or with another value: a number, nothing, or a word that fits nowhere. */
const damaged = (text: string): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom('keep', 'keep', 'keep', 'drop', 'number', 'empty', 'odd'), { minLength: 60, maxLength: 60 })
    .map((changes) =>
      text
        .replace(/"""[\s\S]*?"""/g, '"a procedure"')
        .split('\n')
        .flatMap((line, place) => {
          const change = /^\w+ = /.test(line) ? (changes[place % changes.length] ?? 'keep') : 'keep'
          return change === 'drop'
            ? []
            : [
                change === 'keep'
                  ? line
                  : line.replace(
                      / = .*$/,
                      change === 'number' ? ' = 7' : change === 'empty' ? ' = ""' : ' = "../odd name"',
                    ),
              ]
        })
        .join('\n'),
    )

describe('a manifest', () => {
  test('that is whole has no problem', () => {
    expect(manifestProblems('ship', tableOf(fixture('mode.toml')))).toEqual([])
  })

  test('that breaks its bundle has one at least', () => {
    fc.assert(
      fc.property(damaged(fixture('mode.toml')), (text) => {
        const { manifest } = decodeManifest('ship', { _tag: 'bytes', bytes: new TextEncoder().encode(text) })
        if (E.isLeft(manifest)) expect(manifestProblems('ship', tableOf(text))).not.toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  test('with each problem mended, one after another in the order they are told, is whole', () => {
    expect(manifestProblems('ship', tableOf('')).map(({ edit }) => edit.split('\n')[0])).toEqual([
      'add schema_version = "1"',
      'add mode = "ship"',
      'add agent = "ship", or whatever the harness\'s agent that directs this mode is called',
      'add card = "card.md"',
      'add pack = "pack.toml"',
      'add at the end:',
    ])
    const mended = tableOf(
      'schema_version = "1"\nmode = "ship"\nagent = "ship"\ncard = "card.md"\npack = "pack.toml"\n[consumer_floors]\nplugin = "1"\n',
    )
    expect(manifestProblems('ship', mended)).toEqual([])
  })

  test('with aliases is told to move them, mode and all', () => {
    const [problem] = manifestProblems(
      'ship',
      tableOf(fixture('mode.toml').replace('card =', 'aliases = ["boat", "v1.0"]\ncard =')),
    )
    expect(problem?.edit).toBe(
      'remove `aliases`, and write into active-mode.toml beside the folder:\n[aliases]\n"boat" = "ship"\n"v1.0" = "ship"',
    )
  })
})

describe('a pack', () => {
  test('that is whole has no problem', () => {
    expect(packProblems(tableOf(fixture('pack.toml')))).toEqual([])
  })

  test('has a problem exactly where it cannot be read', () => {
    fc.assert(
      fc.property(damaged(fixture('pack.toml')), (text) => {
        const table = tableOf(text)
        expect(packProblems(table).length > 0).toBe(E.isLeft(decodePack(table)))
      }),
      { numRuns: 300 },
    )
  })

  test.each([
    'phases = 1',
    'phases = []',
    'phases = [1]',
    '[phases]\nname = "a"',
    '[[phases]]\nname = "a"\ngates = 1',
    'handoffs = "x"',
    '[[Phases]]\nname = "a"',
  ])('%j has a problem', (text) => {
    expect(packProblems(tableOf(text))).not.toEqual([])
  })
})

test.each([
  ['Agent', 'agent', 'Agent'],
  ['agnt', 'agent', 'agnt'],
  ['schemaVersion', 'schema_version', 'schemaVersion'],
  ['consumer-floors', 'consumer_floors', 'consumer-floors'],
  ['mod', 'mode', 'mod'],
  ['floor', 'plugin', null],
  ['roles', 'agent', null],
])('%s may be meant to be %s', (is, key, found) => {
  expect(misspelt({ [is]: 1 }, key, ['roles'])).toBe(found)
})
