import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { changeConfig } from '../../../src/install/changeConfig.js'
import type { ConfigChange } from '../../../src/install/ConfigChange.js'
import { parseConfigText, specsOf, valueOf } from '../../../src/install/ConfigText.js'
import type { ConfigRecord } from '../../../src/install/InstallRecord.js'
import { spliceBetween, takeBack } from '../../../src/install/Splice.js'
import { undoChange } from '../../../src/uninstall/undoChange.js'
import { configTexts } from '../../support/configTexts.js'

const spec = 'file:///home/me/.local/share/active-mode/plugin'

const add: ConfigChange = { _tag: 'add', key: 'plugin', spec }

const changed = (text: string, ...changes: ReadonlyArray<ConfigChange>): string => {
  const after = changeConfig(text, changes)
  if (E.isLeft(after)) throw new Error(after.left)
  return after.right.replaceAll(spec, 'OURS')
}

const rootOf = (text: string): number => {
  const config = parseConfigText(text)
  return E.isRight(config) ? config.right.root.offset : 0
}

const recordOf = (before: string, after: string): ConfigRecord => ({
  file: '/x/opencode.json',
  scope: 'user',
  wasCreated: false,
  folders: [],
  splice: spliceBetween(before, after),
})

describe('the plugin is named last, in the layout of the file', () => {
  test.each([
    ['a list of one line', '{ "plugin": ["a"] }', '{ "plugin": ["a", "OURS"] }'],
    ['an empty list', '{ "plugin": [ ] }', '{ "plugin": ["OURS"] }'],
    ['a trailing comma', '{ "plugin": ["a",], }', '{ "plugin": ["a", "OURS",], }'],
    [
      'a list of many lines whose last one has a comment',
      '{\n  "plugin": [\n    "a", // one\n    ["b", {}] // two\n    // none yet\n  ]\n}\n',
      '{\n  "plugin": [\n    "a", // one\n    ["b", {}], // two\n    // none yet\n    "OURS"\n  ]\n}\n',
    ],
    [
      'a list of many lines with a trailing comma',
      '{\n  "plugin": [\n    "a", // one\n  ]\n}\n',
      '{\n  "plugin": [\n    "a", // one\n    "OURS",\n  ]\n}\n',
    ],
    [
      'a list that holds a comment only',
      '{\n  "plugin": [ // soon\n  ]\n}',
      '{\n  "plugin": [ // soon\n    "OURS"\n  ]\n}',
    ],
    ['no list', '{\n  "a": 1 // x\n}\n', '{\n  "a": 1, // x\n  "plugin": ["OURS"]\n}\n'],
    [
      'no list, tabs',
      '{\n\t"a": { "k": 1 },\n\t// end\n}\n',
      '{\n\t"a": { "k": 1 },\n\t// end\n\t"plugin": ["OURS"],\n}\n',
    ],
    ['no list, one line', '{"a":1}', '{"a":1, "plugin": ["OURS"]}'],
    ['an empty config', '{}', '{\n  "plugin": ["OURS"]\n}'],
    ['carriage returns', '{\r\n    "a": 1\r\n}\r\n', '{\r\n    "a": 1,\r\n    "plugin": ["OURS"]\r\n}\r\n'],
    ['a byte order mark', '\uFEFF{\n  "a": 1\n}', '\uFEFF{\n  "a": 1,\n  "plugin": ["OURS"]\n}'],
    ['a key that stands twice', '{"plugin": ["a"], "plugin": ["b"]}', '{"plugin": ["a"], "plugin": ["b", "OURS"]}'],
    ['a key in a comment', '// "plugin": []\n{ }\n', '// "plugin": []\n{\n  "plugin": ["OURS"]\n}\n'],
  ])('%s', (_, before, after) => {
    expect(changed(before, add)).toBe(after)
  })
})

describe('an entry', () => {
  test('that leads nowhere is pointed elsewhere; its options and their layout stay', () => {
    expect(
      changed('{ "plugin": ["x", ["./gone.js",   { "toast": false }]] }', {
        _tag: 'point',
        from: './gone.js',
        to: spec,
      }),
    ).toBe('{ "plugin": ["x", ["OURS",   { "toast": false }]] }')
    expect(
      changed('{ "plugins": [{ "options": {}, "package": "gone" }] }', { _tag: 'point', from: 'gone', to: spec }),
    ).toBe('{ "plugins": [{ "options": {}, "package": "OURS" }] }')
  })

  test('that 1.x passes by is moved, as a pair, which both generations read', () => {
    expect(
      changed('{\n  "plugins": [{ "package": "./p", "options": { "toast": false } }],\n  "a": 1\n}', {
        _tag: 'move',
        from: './p',
        to: spec,
      }),
    ).toBe('{\n  "a": 1,\n  "plugin": [["OURS",{"toast":false}]]\n}')
  })

  test.each([
    ['{ "plugin": ["a", "b"] }', '{ "plugin": ["a"] }'],
    ['{ "plugin": ["b", "a"] }', '{ "plugin": ["a"] }'],
    ['{ "plugin": ["b"], "c": 1 }', '{ "c": 1 }'],
    ['{ "c": 1, "plugin": ["b"] }', '{ "c": 1 }'],
    [
      '{\n  "plugin": [\n    "a", // one\n    "b" // two\n  ]\n}',
      '{\n  "plugin": [\n    "a" // one\n    // two\n  ]\n}',
    ],
    ['{\n  "plugin": [\n    "b", // two\n    "a"\n  ]\n}', '{\n  "plugin": [\n    // two\n    "a"\n  ]\n}'],
  ])('is taken out of %j, and no comment with it', (before, after) => {
    expect(changed(before, { _tag: 'remove', spec: 'b' })).toBe(after)
  })
})

test.each([
  ['{ "plugin": "a" }', 'its key "plugin" holds no list'],
  ['[]', 'it holds something else than one object'],
  ['plugin = ["a"]\n', 'it is not JSON with comments (InvalidSymbol at line 1, column 1)'],
  ['{\n  "plugin": [\n}', 'it is not JSON with comments (ValueExpected at line 3, column 1)'],
])('%j is refused', (text, why) => {
  expect(changeConfig(text, [add])).toEqual(E.left(why))
})

describe('of any config', () => {
  test('adding and taking back gives the same characters, and says nothing else meanwhile', () => {
    fc.assert(
      fc.property(configTexts, fc.constantFrom('plugin' as const, 'plugins' as const), (before, key) => {
        const after = changeConfig(before, [{ _tag: 'add', key, spec }])
        if (E.isLeft(after)) throw new Error(`${after.left}: ${before}`)
        expect(specsOf(valueOf(after.right)).filter((other) => other === spec)).toEqual([spec])
        expect(undoChange(after.right, [spec], recordOf(before, after.right))).toEqual({ _tag: 'write', text: before })
        expect(takeBack(after.right, spliceBetween(before, after.right))).toBe(before)
      }),
      { numRuns: 500 },
    )
  })

  test('without a record the entry alone is taken out', () => {
    fc.assert(
      fc.property(configTexts, (before) => {
        const after = changed(before, add).replaceAll('OURS', spec)
        const undone = undoChange(after, [spec], null)
        if (undone._tag !== 'write') throw new Error(undone._tag)
        expect(E.isRight(parseConfigText(undone.text)) || before.trim() === '').toBe(true)
        const lists = (value: ReturnType<typeof valueOf>) => ({ plugin: [], plugins: [], $schema: '', ...value })
        expect({ ...lists(valueOf(undone.text)), $schema: '' }).toEqual({ ...lists(valueOf(before)), $schema: '' })
      }),
      { numRuns: 500 },
    )
  })

  test('what a person edits between install and uninstall stays', () => {
    fc.assert(
      fc.property(configTexts, (before) => {
        const after = changed(before, add).replaceAll('OURS', spec)
        const open = (after.startsWith('\uFEFF') ? 1 : 0) + rootOf(after)
        const edited = `${after.slice(0, open + 1)} "mine": [1], // of mine\n${after.slice(open + 1)}`
        const undone = undoChange(edited, [spec], recordOf(before, after))
        if (undone._tag !== 'write') throw new Error(undone._tag)
        expect(valueOf(undone.text)['mine']).toEqual([1])
        expect(undone.text).toContain('// of mine')
        expect(undone.text).not.toContain(spec)
      }),
      { numRuns: 300 },
    )
  })
})
