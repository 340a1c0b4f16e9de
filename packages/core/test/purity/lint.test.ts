import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ESLint } from 'eslint'
import { beforeAll, describe, expect, test } from 'vitest'

const imported = (name: string, from: string) => `import { ${name} } from '${from}'\nexport const planted = ${name}`

/**
 * The second fence: what compiles in any JavaScript and has no place in a pure core. Each plant is added to a real file of
 * the core before eslint reads it; the file itself is left alone.
 * Under each rule stands what it sees: whole lines, or an expression that a line of its own exports.
 */
const seen: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'no-restricted-globals': {
    'the time': '() => Date.now()',
    today: '() => new Date()',
    'a stopwatch': '() => performance.now()',
    'chance of the platform': '() => crypto.randomUUID()',
    'the console': '() => console',
    'the process': '() => process.env',
    'the global object': '() => globalThis',
    'the network': "() => fetch('x')",
    'a timer': '() => setTimeout(() => 1, 1)',
    'the time and the language of the machine': '() => new Intl.DateTimeFormat().format()',
    'code from text': "() => eval('1')",
    'a function from text': "() => new Function('return 1')()",
    'mutation by reflection': "(x: object) => Reflect.set(x, 'y', 1)",
    'a hidden cache by identity':
      'const cache = new WeakMap<object, number>()\nexport const planted = (key: object) => cache.set(key, 1).has(key)',
    'what the garbage collector does': '(x: object) => new WeakRef(x)',
    'what comes later': '() => Promise.resolve(1)',
    'memory that is shared': '(xs: Int32Array) => Atomics.add(xs, 0, 1)',
  },
  'no-restricted-properties': {
    chance: '() => Math.random()',
    'chance in quotes': "() => Math['random']()",
    'chance unpacked': '() => { const { random } = Math; return random() }',
    'the order of letters of the machine': "(x: string) => x.localeCompare('y')",
    'the numbers of the machine': '(x: number) => x.toLocaleString()',
    'the capitals of the machine': '(x: string) => x.toLocaleUpperCase()',
  },
  'functional/immutable-data': {
    'an array that grows': '(xs: number[]) => xs.push(1)',
    'an array sorted in place': '(xs: number[]) => xs.sort()',
    'an item that is replaced': '(xs: number[]) => (xs[0] = 1)',
    'a field that is replaced': '(x: { y: number }) => (x.y = 1)',
    'a field that is deleted': '(x: { y?: number }) => delete x.y',
    'a counter': 'const counter = { n: 0 }\nexport const planted = () => counter.n++',
    'fields put into an object': '(x: object) => Object.assign(x, { y: 1 })',
    'a hidden cache':
      'const cache = new Map<string, number>()\nexport const planted = (key: string) => cache.set(key, 1).size',
  },
  'functional/no-let': { 'a variable': 'export let planted = 1' },
  'functional/no-throw-statements': { 'a throw': "() => { throw new Error('x') }" },
  'functional/no-try-statements': { 'a catch': '() => { try { return 1 } catch { return 2 } }' },
  'functional/no-classes': {
    'a class': 'export class Planted { readonly x = 1 }',
    'a class without a name': 'class { readonly x = 1 }',
  },
  'functional/no-this-expressions': { this: 'export function planted(this: unknown) { return this }' },
  'functional/no-loop-statements': {
    for: '() => { for (let i = 0; i < 3; i += 1) return i; return 0 }',
    'for of': '(xs: number[]) => { for (const x of xs) return x; return 0 }',
    'for in': "(x: object) => { for (const key in x) return key; return '' }",
    while: '() => { while (true) return 1 }',
    do: '() => { do return 1; while (true) }',
  },
  'functional/no-expression-statements': {
    'a call for its effect': '(effect: () => number) => { effect(); return 1 }',
  },
  'functional/no-return-void': { 'a function that returns nothing': '(): void => undefined' },
  'no-restricted-imports': {
    'a Node module': imported('readFileSync', 'node:fs'),
    'the types of a Node module': "import type { Stats } from 'node:fs'\nexport type Planted = Stats",
    'a Node module passed on': "export { readFileSync } from 'node:fs'",
    'the clock of fp-ts': imported('now', 'fp-ts/lib/Date.js'),
    'the chance of fp-ts': imported('random', 'fp-ts/lib/Random.js'),
    'the console of fp-ts': imported('log', 'fp-ts/lib/Console.js'),
    'effects of fp-ts': imported('of', 'fp-ts/lib/IO.js'),
    'references of fp-ts': imported('newIORef', 'fp-ts/lib/IORef.js'),
    'tasks of fp-ts': imported('of', 'fp-ts/lib/TaskEither.js'),
    'fp-ts as its documentation has it': imported('right', 'fp-ts/Either'),
    'fp-ts without an extension': imported('right', 'fp-ts/lib/Either'),
    'fp-ts from its other build': imported('right', 'fp-ts/es6/Either.js'),
    'fp-ts from its root folder': imported('right', 'fp-ts/Either.js'),
    'a module of io-ts as its documentation has it': imported('string', 'io-ts/Decoder'),
    'another package of this project': imported('lawsOf', '@active-mode/fixtures'),
    'state of fp-ts': imported('get', 'fp-ts/lib/State.js'),
    'effects of fp-ts that read': imported('of', 'fp-ts/lib/ReaderIO.js'),
    'tasks of fp-ts that read and keep state': imported('of', 'fp-ts/lib/StateReaderTaskEither.js'),
    'the whole of fp-ts': imported('either', 'fp-ts'),
  },
  'no-restricted-syntax': {
    'chance under another name': 'const m = Math\nexport const planted = () => m.random()',
    'chance under another type': 'const m = Math as Math\nexport const planted = () => m.random()',
    'chance in a list': '() => [Math][0]?.random()',
    'chance as an argument': '(use: (m: Math) => number) => use(Math)',
    'chance by a name that is put together': "(key: 'random') => Math[key]()",
    'a borrowed method': '(xs: number[]) => Array.prototype.push.call(xs, 1)',
    'bytes that are filled': '(xs: Uint8Array) => xs.fill(1)',
    'an iterator that goes on': '(xs: Iterator<number>) => xs.next()',
    'a pattern that remembers': 'const pattern = /a/g\nexport const planted = (x: string) => pattern.test(x)',
    'a generator': 'function* () { yield 1 }',
    'what comes later, by itself': 'async () => 1',
    'where it was called from': '() => new Error().stack',
  },
}

const plants = Object.entries(seen).flatMap(([rule, kinds]) =>
  Object.entries(kinds).map(([kind, text]) => {
    const isWhole = /^(?:import|export|const) /.test(text)
    return [rule, kind, isWhole ? text : `export const planted = ${text}`] as const
  }),
)

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const ground = `${root}packages/core/src/step/parseMessageId.ts`

describe('eslint', () => {
  const eslint = new ESLint({ cwd: root })
  const lint = async (code: string): Promise<ReadonlyArray<string>> => {
    const results = await eslint.lintText(`${readFileSync(ground, 'utf8')}\n${code}\n`, { filePath: ground })
    return results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => ruleId ?? message))
  }

  beforeAll(async () => {
    expect(await lint('')).toEqual([])
  })

  test.each(plants)('%s sees %s', async (rule, _, code) => {
    expect(await lint(code)).toContain(rule)
  })

  test('every rule of the fence has a plant that it sees', async () => {
    const { rules } = (await eslint.calculateConfigForFile(ground)) as {
      rules: Readonly<Record<string, readonly [number, ...ReadonlyArray<unknown>]>>
    }
    const fences = Object.keys(rules).filter(
      (rule) => /^(functional\/|no-restricted-)/.test(rule) && rules[rule]?.[0] !== 0,
    )
    expect([...new Set(plants.map(([rule]) => rule))].toSorted()).toEqual(fences.toSorted())
    expect(fences.map((rule) => rules[rule]?.[0])).toEqual(fences.map(() => 2))
  })
})
