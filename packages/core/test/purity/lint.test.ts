import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ESLint } from 'eslint'
import { beforeAll, describe, expect, test } from 'vitest'

/**
 * The second fence: what compiles in any JavaScript and has no place in a pure core. Each plant is added to a real file of
 * the core before eslint reads it; the file itself is left alone.
 */
const plants: ReadonlyArray<readonly [rule: string, kind: string, code: string]> = [
  ['no-restricted-globals', 'the time', 'export const planted = () => Date.now()'],
  ['no-restricted-globals', 'today', 'export const planted = () => new Date()'],
  ['no-restricted-globals', 'a stopwatch', 'export const planted = () => performance.now()'],
  ['no-restricted-globals', 'chance of the platform', 'export const planted = () => crypto.randomUUID()'],
  ['no-restricted-globals', 'the console', 'export const planted = () => console'],
  ['no-restricted-globals', 'the process', 'export const planted = () => process.env'],
  ['no-restricted-globals', 'the global object', 'export const planted = () => globalThis'],
  ['no-restricted-globals', 'the network', "export const planted = () => fetch('x')"],
  ['no-restricted-globals', 'a timer', 'export const planted = () => setTimeout(() => 1, 1)'],
  ['no-restricted-properties', 'chance', 'export const planted = () => Math.random()'],
  ['no-restricted-properties', 'chance in quotes', "export const planted = () => Math['random']()"],
  [
    'no-restricted-properties',
    'chance unpacked',
    'export const planted = () => { const { random } = Math; return random() }',
  ],
  ['functional/immutable-data', 'an array that grows', 'export const planted = (xs: number[]) => xs.push(1)'],
  ['functional/immutable-data', 'an array sorted in place', 'export const planted = (xs: number[]) => xs.sort()'],
  ['functional/immutable-data', 'an item that is replaced', 'export const planted = (xs: number[]) => (xs[0] = 1)'],
  ['functional/immutable-data', 'a field that is replaced', 'export const planted = (x: { y: number }) => (x.y = 1)'],
  ['functional/immutable-data', 'a field that is deleted', 'export const planted = (x: { y?: number }) => delete x.y'],
  ['functional/immutable-data', 'a counter', 'const counter = { n: 0 }\nexport const planted = () => counter.n++'],
  [
    'functional/immutable-data',
    'fields put into an object',
    'export const planted = (x: object) => Object.assign(x, { y: 1 })',
  ],
  [
    'functional/immutable-data',
    'a hidden cache',
    'const cache = new Map<string, number>()\nexport const planted = (key: string) => cache.set(key, 1).size',
  ],
  ['functional/no-let', 'a variable', 'export let planted = 1'],
  ['functional/no-throw-statements', 'a throw', "export const planted = () => { throw new Error('x') }"],
  ['functional/no-try-statements', 'a catch', 'export const planted = () => { try { return 1 } catch { return 2 } }'],
  ['functional/no-classes', 'a class', 'export class Planted { readonly x = 1 }'],
  ['functional/no-classes', 'a class without a name', 'export const planted = class { readonly x = 1 }'],
  ['functional/no-this-expressions', 'this', 'export function planted(this: unknown) { return this }'],
  [
    'functional/no-loop-statements',
    'for',
    'export const planted = () => { for (let i = 0; i < 3; i += 1) return i; return 0 }',
  ],
  [
    'functional/no-loop-statements',
    'for of',
    'export const planted = (xs: number[]) => { for (const x of xs) return x; return 0 }',
  ],
  [
    'functional/no-loop-statements',
    'for in',
    "export const planted = (x: object) => { for (const key in x) return key; return '' }",
  ],
  ['functional/no-loop-statements', 'while', 'export const planted = () => { while (true) return 1 }'],
  ['functional/no-loop-statements', 'do', 'export const planted = () => { do return 1; while (true) }'],
  [
    'functional/no-expression-statements',
    'a call for its effect',
    'export const planted = (effect: () => number) => { effect(); return 1 }',
  ],
  ['functional/no-return-void', 'a function that returns nothing', 'export const planted = (): void => undefined'],
  [
    'no-restricted-imports',
    'a Node module',
    "import { readFileSync } from 'node:fs'\nexport const planted = readFileSync",
  ],
  [
    'no-restricted-imports',
    'the types of a Node module',
    "import type { Stats } from 'node:fs'\nexport type Planted = Stats",
  ],
  ['no-restricted-imports', 'a Node module passed on', "export { readFileSync } from 'node:fs'"],
  [
    'no-restricted-imports',
    'the clock of fp-ts',
    "import { now } from 'fp-ts/lib/Date.js'\nexport const planted = now",
  ],
  [
    'no-restricted-imports',
    'the chance of fp-ts',
    "import { random } from 'fp-ts/lib/Random.js'\nexport const planted = random",
  ],
  [
    'no-restricted-imports',
    'the console of fp-ts',
    "import { log } from 'fp-ts/lib/Console.js'\nexport const planted = log",
  ],
  ['no-restricted-imports', 'effects of fp-ts', "import { of } from 'fp-ts/lib/IO.js'\nexport const planted = of"],
  [
    'no-restricted-imports',
    'references of fp-ts',
    "import { newIORef } from 'fp-ts/lib/IORef.js'\nexport const planted = newIORef",
  ],
  [
    'no-restricted-imports',
    'tasks of fp-ts',
    "import { of } from 'fp-ts/lib/TaskEither.js'\nexport const planted = of",
  ],
  [
    'no-restricted-imports',
    'fp-ts as its documentation has it',
    "import { right } from 'fp-ts/Either'\nexport const planted = right",
  ],
  [
    'no-restricted-imports',
    'fp-ts without an extension',
    "import { right } from 'fp-ts/lib/Either'\nexport const planted = right",
  ],
  [
    'no-restricted-imports',
    'fp-ts from its other build',
    "import { right } from 'fp-ts/es6/Either.js'\nexport const planted = right",
  ],
  [
    'no-restricted-imports',
    'fp-ts from its root folder',
    "import { right } from 'fp-ts/Either.js'\nexport const planted = right",
  ],
  [
    'no-restricted-imports',
    'a module of io-ts as its documentation has it',
    "import { string } from 'io-ts/Decoder'\nexport const planted = string",
  ],
  [
    'no-restricted-imports',
    'another package of this project',
    "import { lawsOf } from '@active-mode/fixtures'\nexport const planted = lawsOf",
  ],
  [
    'no-restricted-globals',
    'the time and the language of the machine',
    'export const planted = () => new Intl.DateTimeFormat().format()',
  ],
  ['no-restricted-globals', 'code from text', "export const planted = () => eval('1')"],
  ['no-restricted-globals', 'a function from text', "export const planted = () => new Function('return 1')()"],
  ['no-restricted-globals', 'mutation by reflection', "export const planted = (x: object) => Reflect.set(x, 'y', 1)"],
  [
    'no-restricted-globals',
    'a hidden cache by identity',
    'const cache = new WeakMap<object, number>()\nexport const planted = (key: object) => cache.set(key, 1).has(key)',
  ],
  ['no-restricted-globals', 'what the garbage collector does', 'export const planted = (x: object) => new WeakRef(x)'],
  ['no-restricted-globals', 'what comes later', 'export const planted = () => Promise.resolve(1)'],
  ['no-restricted-syntax', 'chance under another name', 'const m = Math\nexport const planted = () => m.random()'],
  [
    'no-restricted-syntax',
    'chance under another type',
    'const m = Math as Math\nexport const planted = () => m.random()',
  ],
  ['no-restricted-syntax', 'chance in a list', 'export const planted = () => [Math][0]?.random()'],
  ['no-restricted-syntax', 'chance as an argument', 'export const planted = (use: (m: Math) => number) => use(Math)'],
  [
    'no-restricted-syntax',
    'chance by a name that is put together',
    "export const planted = (key: 'random') => Math[key]()",
  ],
  [
    'no-restricted-syntax',
    'a borrowed method',
    'export const planted = (xs: number[]) => Array.prototype.push.call(xs, 1)',
  ],
  ['no-restricted-syntax', 'bytes that are filled', 'export const planted = (xs: Uint8Array) => xs.fill(1)'],
  ['no-restricted-syntax', 'an iterator that goes on', 'export const planted = (xs: Iterator<number>) => xs.next()'],
  [
    'no-restricted-syntax',
    'a pattern that remembers',
    'const pattern = /a/g\nexport const planted = (x: string) => pattern.test(x)',
  ],
  ['no-restricted-syntax', 'a generator', 'export const planted = function* () { yield 1 }'],
  ['no-restricted-syntax', 'what comes later, by itself', 'export const planted = async () => 1'],
  ['no-restricted-syntax', 'where it was called from', 'export const planted = () => new Error().stack'],
  [
    'no-restricted-globals',
    'memory that is shared',
    'export const planted = (xs: Int32Array) => Atomics.add(xs, 0, 1)',
  ],
  ['no-restricted-imports', 'state of fp-ts', "import { get } from 'fp-ts/lib/State.js'\nexport const planted = get"],
  [
    'no-restricted-properties',
    'the order of letters of the machine',
    "export const planted = (x: string) => x.localeCompare('y')",
  ],
  [
    'no-restricted-properties',
    'the numbers of the machine',
    'export const planted = (x: number) => x.toLocaleString()',
  ],
  [
    'no-restricted-properties',
    'the capitals of the machine',
    'export const planted = (x: string) => x.toLocaleUpperCase()',
  ],
  [
    'no-restricted-imports',
    'effects of fp-ts that read',
    "import { of } from 'fp-ts/lib/ReaderIO.js'\nexport const planted = of",
  ],
  [
    'no-restricted-imports',
    'tasks of fp-ts that read and keep state',
    "import { of } from 'fp-ts/lib/StateReaderTaskEither.js'\nexport const planted = of",
  ],
  ['no-restricted-imports', 'the whole of fp-ts', "import { either } from 'fp-ts'\nexport const planted = either"],
]

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
