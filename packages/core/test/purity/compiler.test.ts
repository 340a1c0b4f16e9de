import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { beforeAll, describe, expect, test } from 'vitest'

const core = fileURLToPath(new URL('../../', import.meta.url))

/** The first fence: the compiler gives the core no types of a platform, so that nothing of one compiles. */
const plants: ReadonlyArray<readonly [kind: string, code: string]> = [
  ['a Node module', "import { readFileSync } from 'node:fs'\nexport const planted = readFileSync"],
  ['a Node module without its prefix', "import { readFileSync } from 'fs'\nexport const planted = readFileSync"],
  ['the types of a Node module', "import type { Stats } from 'node:fs'\nexport type Planted = Stats"],
  ['a Node module on demand', "export const planted = () => import('node:fs')"],
  ['a Node module for its effects', "import 'node:process'"],
  ['require', "export const planted = () => require('fs')"],
  ['the console', "export const planted = () => console.log('x')"],
  ['the process', "export const planted = () => process.env['HOME']"],
  ['a clock of the platform', 'export const planted = () => performance.now()'],
  ['a timer', 'export const planted = () => setTimeout(() => 1, 1)'],
  ['a repeated timer', 'export const planted = () => setInterval(() => 1, 1)'],
  ['the queue of tasks', 'export const planted = () => queueMicrotask(() => undefined)'],
  ['the network', "export const planted = () => fetch('https://example.org')"],
  ['chance of the platform', 'export const planted = () => crypto.randomUUID()'],
  ['a buffer', "export const planted = Buffer.from('x')"],
  ['the page', 'export const planted = () => document.title'],
  ['the names of Node', 'export const planted = () => global'],
  ['another package of this project', "import { lawsOf } from '@active-mode/cli/none'\nexport const planted = lawsOf"],
]

const pathOf = (index: number): string => `${core}src/planted-${String(index)}.ts`

/** The diagnostics of the core as its own `tsconfig.json` has it, and with each plant as one file more, which is nowhere on disk. */
const compile = (): ts.Program => {
  const { config } = ts.readConfigFile(`${core}tsconfig.json`, (path) => ts.sys.readFile(path)) as { config: unknown }
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, core, undefined, `${core}tsconfig.json`)
  const planted = new Map(plants.map(([, code], index) => [pathOf(index), code]))
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile, getSourceFile } = host
  host.fileExists = (path) => planted.has(path) || fileExists(path)
  host.readFile = (path) => planted.get(path) ?? readFile(path)
  host.getSourceFile = (path, target, ...rest) => {
    const code = planted.get(path)
    return code === undefined ? getSourceFile(path, target, ...rest) : ts.createSourceFile(path, code, target)
  }
  return ts.createProgram([...fileNames, ...planted.keys()], options, host)
}

describe('the compiler', () => {
  let program: ts.Program
  beforeAll(() => {
    program = compile()
  })

  const errorsIn = (path: string): ReadonlyArray<string> => {
    const file = program.getSourceFile(path)
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(({ messageText }) =>
      ts.flattenDiagnosticMessageText(messageText, '\n'),
    )
  }

  test.each(plants.map(([kind], index) => [kind, index] as const))('does not know %s', (_, index) => {
    expect(errorsIn(pathOf(index)).join('\n')).toMatch(/^Cannot find (module|name)/)
  })

  test('has nothing against the core as it is', () => {
    expect(program.getOptionsDiagnostics()).toEqual([])
    for (const path of [
      'src/index.ts',
      'src/decidePosture.ts',
      'src/step/arrangeKeys.ts',
      'src/schema/decodeWith.ts',
    ]) {
      expect(program.getSourceFile(`${core}${path}`)).toBeDefined()
      expect(errorsIn(`${core}${path}`)).toEqual([])
    }
  })
})
