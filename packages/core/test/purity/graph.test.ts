import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cruise } from 'dependency-cruiser'
import extractConfig from 'dependency-cruiser/config-utl/extract-depcruise-config'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const plantOf = (name: string, from: string) => `import { ${name} } from '${from}'\nexport const planted = ${name}`
const wholeOf = (name: string, from: string) => `import ${name} from '${from}'\nexport const planted = ${name}`
const typeOf = (name: string, from: string, type = name) =>
  `import type { ${name} } from '${from}'\nexport type Planted = ${type}`
const circleTo = (file: string) =>
  `import { planted as other } from './${file}'\nexport const planted: () => unknown = () => other`

/** The third fence: the graph of imports. Each plant is a file in a copy of the core that lives as long as this test. */
const seen: Readonly<Record<string, ReadonlyArray<readonly [kind: string, file: string, code: string]>>> = {
  'core-is-pure': [
    ['a Node module', 'src/step/fs.ts', plantOf('readFileSync', 'node:fs')],
    ['a Node module without its prefix', 'src/step/bareFs.ts', plantOf('readFileSync', 'fs')],
    ['the types of a Node module', 'src/step/fsTypes.ts', typeOf('Stats', 'node:fs')],
    ['a Node module on demand', 'src/schema/laterFs.ts', "export const planted = () => import('node:fs')"],
    ['a Node module passed on', 'src/passedFs.ts', "export { readFileSync } from 'node:fs'"],
    ['a package for tests', 'src/step/fastCheck.ts', wholeOf('fc', 'fast-check')],
    ['a file out of src', 'src/step/outside.ts', "import { planted } from '../../test/inside.js'\nexport { planted }"],
    ['the fixtures', 'src/step/fixtures.ts', plantOf('lawsOf', '@active-mode/fixtures')],
    ['the adapter', 'src/step/adapter.ts', wholeOf('plugin', '../../../harness-adapter/src/index.js')],
  ],
  'nothing-shipped-knows-the-lab': [
    ['the fixtures by their path', 'src/step/fixturesByPath.ts', plantOf('lawsOf', '../../../fixtures/src/index.js')],
  ],
  'io-ts-at-the-edge': [
    ['io-ts in a step', 'src/step/ioTs.ts', "import * as t from 'io-ts'\nexport const planted = t"],
    ['the types of io-ts beside a type', 'src/IoTs.ts', typeOf('Type', 'io-ts', 'Type<string>')],
  ],
  'types-know-no-rule': [
    ['a step in a type', 'src/Step.ts', plantOf('arrangeKeys', './step/arrangeKeys.js')],
    ['a codec in a type', 'src/Codec.ts', typeOf('Decode', './schema/decode.js', 'Decode<string>')],
  ],
  'steps-know-no-codec': [['a codec in a step', 'src/step/codec.ts', plantOf('decodePosture', '../schema/decode.js')]],
  'no-circles': [['a circle', 'src/step/circle.ts', circleTo('circleBack.js')]],
  'nothing-unresolved': [['a file that is not there', 'src/step/nowhere.ts', plantOf('nowhere', './not-there.js')]],
  'nothing-undeclared': [['a package that is not declared', 'src/step/undeclared.ts', plantOf('parse', 'smol-toml')]],
}

const plants = Object.entries(seen).flatMap(([rule, rows]) => rows.map((row) => [rule, ...row] as const))

const manifest = (fields: object) => JSON.stringify({ ...fields, version: '0.0.0', type: 'module' })
const helpers: ReadonlyArray<readonly [file: string, code: string]> = [
  ['test/inside.ts', 'export const planted = 1'],
  ['src/step/circleBack.ts', circleTo('circle.js')],
  ['../fixtures/src/index.ts', 'export const lawsOf = 1'],
  ['../fixtures/package.json', manifest({ name: '@active-mode/fixtures', exports: { '.': './src/index.ts' } })],
  ['../harness-adapter/src/index.ts', 'export default 1'],
  ['../harness-adapter/package.json', manifest({ name: '@active-mode/harness-adapter' })],
]

const root = fileURLToPath(new URL('../../../../', import.meta.url))

interface Violation {
  readonly rule: { readonly name: string }
  readonly from: string
}

const cruiseIn = async (folder: string) => {
  const config = await extractConfig(`${root}.dependency-cruiser.cjs`)
  const { output } = await cruise(['packages/core/src'], {
    ...config.options,
    baseDir: folder,
    ruleSet: config,
    validate: true,
  })
  if (typeof output === 'string') throw new Error('dependency-cruiser gave text where its result was asked for')
  return output.summary
}

describe('dependency-cruiser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'active-mode-graph-'))
  const core = join(folder, 'packages/core')
  let clean: Awaited<ReturnType<typeof cruiseIn>>
  let violations: ReadonlyArray<Violation>

  beforeAll(async () => {
    cpSync(`${root}packages/core/src`, join(core, 'src'), { recursive: true })
    for (const file of ['package.json', 'tsconfig.base.json', 'packages/core/package.json'])
      cpSync(`${root}${file}`, join(folder, file))
    mkdirSync(join(folder, 'node_modules/@active-mode'), { recursive: true })
    for (const name of ['fp-ts', 'io-ts', 'fast-check', 'smol-toml', 'typescript'])
      symlinkSync(`${root}node_modules/${name}`, join(folder, 'node_modules', name))
    symlinkSync('../../packages/fixtures', join(folder, 'node_modules/@active-mode/fixtures'))
    clean = await cruiseIn(folder)
    for (const [file, code] of [...helpers, ...plants.map(([, , path, code]) => [path, code] as const)]) {
      mkdirSync(dirname(join(core, file)), { recursive: true })
      writeFileSync(join(core, file), code)
    }
    violations = (await cruiseIn(folder)).violations
  })

  afterAll(() => {
    rmSync(folder, { recursive: true })
  })

  test.each(plants)('%s sees %s', (rule, _, file) => {
    expect(
      violations.filter(({ from }) => from === `packages/core/${file}`).map((violation) => violation.rule.name),
    ).toContain(rule)
  })

  test('has nothing against the core as it is, and has looked at it', () => {
    expect(clean.violations).toEqual([])
    expect(clean.totalCruised).toBeGreaterThan(25)
  })

  test('has no rule about the core without a plant', async () => {
    const ofOtherPackages = [
      'node-only-in-live',
      'live-only-from-the-entry',
      'shells-know-one-generation',
      'shells-are-strangers',
      'verify-knows-the-drivers-only',
      'fixtures-know-the-core-only',
      'no-way-back',
    ]
    const { forbidden = [] } = await extractConfig(`${root}.dependency-cruiser.cjs`)
    const rules = forbidden.map(({ name }) => name).filter((name) => !ofOtherPackages.includes(name ?? ''))
    expect(rules.toSorted()).toEqual([...new Set(plants.map(([rule]) => rule))].toSorted())
    expect(forbidden.filter(({ severity }) => severity !== 'error')).toEqual([])
  })

  test('sees nothing but the plants', () => {
    const files = [...plants.map(([, , file]) => file), ...helpers.map(([file]) => file)].map(
      (file) => `packages/core/${file}`,
    )
    expect(violations.map(({ from }) => from).filter((from) => !files.includes(from))).toEqual([])
  })
})
