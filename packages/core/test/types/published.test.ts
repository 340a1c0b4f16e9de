import { fileURLToPath } from 'node:url'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ReadonlyNonEmptyArray } from 'fp-ts/lib/ReadonlyNonEmptyArray.js'
import ts from 'typescript'
import { beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import type {
  DecisionLogLine,
  DecisionRequest,
  DecodeError,
  Posture,
  PostureSummary,
  RegistryBundle,
  SessionInfo,
  SwitchStream,
  Unresolvable,
} from '@active-mode/core'
import * as core from '@active-mode/core'

const folder = fileURLToPath(new URL('../../', import.meta.url))

/** The declarations of the core as `tsc -b packages/core` writes them, by their path from `dist`. Nothing is written. */
const emitDeclarations = (): ReadonlyMap<string, string> => {
  const { config } = ts.readConfigFile(`${folder}tsconfig.json`, (path) => ts.sys.readFile(path)) as { config: unknown }
  const { options, fileNames } = ts.parseJsonConfigFileContent(
    config,
    ts.sys,
    folder,
    undefined,
    `${folder}tsconfig.json`,
  )
  const texts = new Map<string, string>()
  const program = ts.createProgram(fileNames, options)
  program.emit(
    undefined,
    (path, text) => {
      if (path.endsWith('.d.ts')) texts.set(path.replace(`${folder}dist/`, ''), text)
    },
    undefined,
    true,
  )
  return texts
}

const importsOf = (text: string): ReadonlyArray<string> =>
  ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName)

const resolve = (from: string, specifier: string): string =>
  new URL(specifier.replace(/\.js$/, '.d.ts'), `file:///${from}`).pathname.slice(1)

/** The files that a reader of `entry` gets to see, and the packages that they name. */
const reach = (entry: string, texts: ReadonlyMap<string, string>) => {
  const files = new Set([entry])
  const packages = new Set<string>()
  // A set is walked to the items that are added on the way, too.
  for (const file of files)
    for (const specifier of importsOf(texts.get(file) ?? ''))
      if (specifier.startsWith('.')) files.add(resolve(file, specifier))
      else packages.add(specifier)
  return { files: [...files].toSorted(), packages: [...packages].toSorted() }
}

describe('the published declarations', () => {
  let texts: ReadonlyMap<string, string>
  beforeAll(() => {
    texts = emitDeclarations()
  })

  test('know no io-ts, however far one follows them', () => {
    const { files, packages } = reach('index.d.ts', texts)
    expect(packages.filter((name) => !name.startsWith('fp-ts/lib/'))).toEqual([])
    expect(files.filter((file) => !texts.has(file))).toEqual([])
    expect(files).toEqual(
      expect.arrayContaining(['schema/decode.d.ts', 'schema/encode.d.ts', 'DecodeError.d.ts', 'Posture.d.ts']),
    )
    for (const file of files) expect(texts.get(file)).not.toMatch(/io-ts|\bt\.(Type|TypeOf|OutputOf|Mixed|Any)\b/)
  })

  test('would be seen to know it', () => {
    expect(reach('schema/index.d.ts', texts).packages).toContain('io-ts')
    expect(importsOf('export declare const x: import("io-ts").StringC;')).toEqual(['io-ts'])
  })

  test('name their types, so that none is spelt out', () => {
    expect(texts.get('schema/decode.d.ts')).toContain('export declare const decodePosture: Decode<Posture>;')
    expect(texts.get('schema/encode.d.ts')).toContain('export declare const encodePosture: Encode<Posture>;')
    expect(texts.get('schema/wire.d.ts')).toContain('export declare const posture: Codec<Posture>;')
  })

  test('show what runs, and nothing else runs', () => {
    const names = ['SessionInfo', 'RegistryBundle', 'SwitchStream', 'DecisionRequest', 'Posture', 'DecisionLogLine']
    const functions = [
      'arrangeKeys',
      'decide',
      'decidePosture',
      'isDirecting',
      'isSupportedSchema',
      'mayClaim',
      'modesClaiming',
      'newestAgreed',
      'newestOf',
      'placesOf',
      'postureOf',
      'showDecodeError',
      'summarise',
      ...names.flatMap((name) => [`decode${name}`, `encode${name}`]),
    ]
    const modules = ['ModeBundle', 'MonotonicKey', 'Posture', 'RegistryBundle', 'SessionInfo', 'SwitchStream']
    expect(Object.keys(core).toSorted()).toEqual([...functions, ...modules, 'eqData', 'supportedVersion'].toSorted())
  })
})

/** Checked by the compiler, when it reads the tests. */
describe('the published types', () => {
  type Decoded<A> = Either<ReadonlyNonEmptyArray<DecodeError>, A>

  test('a decoder takes anything and gives the type of the model, or one error at least', () => {
    expectTypeOf(core.decodeSessionInfo).toEqualTypeOf<(u: unknown) => Decoded<SessionInfo>>()
    expectTypeOf(core.decodeRegistryBundle).toEqualTypeOf<(u: unknown) => Decoded<RegistryBundle>>()
    expectTypeOf(core.decodeSwitchStream).toEqualTypeOf<(u: unknown) => Decoded<SwitchStream>>()
    expectTypeOf(core.decodeDecisionRequest).toEqualTypeOf<(u: unknown) => Decoded<DecisionRequest>>()
    expectTypeOf(core.decodePosture).toEqualTypeOf<(u: unknown) => Decoded<Posture>>()
    expectTypeOf(core.decodeDecisionLogLine).toEqualTypeOf<(u: unknown) => Decoded<DecisionLogLine>>()
  })

  test('an encoder takes the type of the model and promises nothing of the wire', () => {
    expectTypeOf(core.encodePosture).toEqualTypeOf<(a: Posture) => unknown>()
    expectTypeOf(core.encodeDecisionLogLine).toEqualTypeOf<(a: DecisionLogLine) => unknown>()
  })

  test('the decision takes its three arguments and gives one of four', () => {
    expectTypeOf(core.decidePosture).toEqualTypeOf<
      (sessionInfo: SessionInfo, bundle: RegistryBundle, switchStream: SwitchStream) => Posture
    >()
    expectTypeOf<Posture['_tag']>().toEqualTypeOf<'director' | 'degraded' | 'copilot' | 'unresolvable'>()
    expectTypeOf(core.summarise).toEqualTypeOf<(posture: Posture) => PostureSummary>()
  })

  test('an unresolvable posture has reasons, one at least, and vouches for nothing', () => {
    expectTypeOf<keyof Unresolvable>().toEqualTypeOf<'_tag' | 'reasons'>()
    // @ts-expect-error -- there has to be a reason
    const none: Unresolvable = { _tag: 'unresolvable', reasons: [] }
    expect(core.decodePosture(none)._tag).toBe('Left')
  })

  test('values of the model cannot be changed', () => {
    // @ts-expect-error -- fields are read-only
    const rename = (info: SessionInfo): string => (info.sessionId = 'b')
    // @ts-expect-error -- lists are, too
    const grow = ({ reasons }: Unresolvable): number => reasons.push(reasons[0])
    expect([typeof rename, typeof grow]).toEqual(['function', 'function'])
  })
})
