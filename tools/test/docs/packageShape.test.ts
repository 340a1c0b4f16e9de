import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

// What the tarballs hold, and how they load, is in the adapter's end-to-end test of them. This is what can be told without packing.

interface Manifest {
  readonly name: string
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly scripts?: Readonly<Record<string, string>>
  readonly [field: string]: unknown
}

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (...path: ReadonlyArray<string>): string => readFileSync(join(root, ...path), 'utf8')
const manifestOf = (folder: string): Manifest => JSON.parse(read(folder, 'package.json'))

const folders = readdirSync(join(root, 'packages')).map((name) => `packages/${name}`)
const workspace = manifestOf('.')

test('every package is a workspace, and they have one version', () => {
  expect([...folders].sort()).toEqual([...(workspace['workspaces'] as ReadonlyArray<string>)].sort())
  expect(new Set(folders.map((folder) => manifestOf(folder).version)).size).toBe(1)
})

const isPublished = (folder: string): boolean => manifestOf(folder)['private'] !== true

describe.each(folders.filter(isPublished))('%s', (folder) => {
  const manifest = manifestOf(folder)

  test('brings the licence and a page of its own', () => {
    expect(read(folder, 'LICENSE')).toBe(read('LICENSE'))
    expect(existsSync(join(root, folder, 'README.md'))).toBe(true)
  })

  test('is an ES module for the Node of the workspace, and lists its files', () => {
    expect(manifest).toMatchObject({
      type: 'module',
      license: workspace['license'],
      engines: workspace['engines'],
      publishConfig: { access: 'public', provenance: true },
    })
    expect(manifest['files']).toBeInstanceOf(Array)
  })

  test('runs nothing when it is installed', () => {
    expect(manifest.scripts).toBeUndefined()
  })

  test('names exact versions, and of its siblings the one version there is', () => {
    const named = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
    expect(
      named.filter(([, version]) => !/^(?:npm:@[\w-]+\/[\w-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)),
    ).toEqual([])
    expect(named.filter(([name, version]) => name.startsWith('@active-mode/') && version !== manifest.version)).toEqual(
      [],
    )
  })
})

test('the core depends on fp-ts and io-ts alone, the plugin on nothing', () => {
  expect(Object.keys(manifestOf('packages/core').dependencies ?? {})).toEqual(['fp-ts', 'io-ts'])
  expect(manifestOf('packages/harness-adapter')).toMatchObject({
    main: './dist/active-mode.js',
    exports: { '.': { default: './dist/active-mode.js' } },
  })
  expect(manifestOf('packages/harness-adapter').dependencies).toBeUndefined()
})

test('the plugin logs the version of its package', () => {
  expect(read('packages/harness-adapter/src/environment/version.ts')).toContain(
    `'${manifestOf('packages/harness-adapter').version}'`,
  )
})

test('changesets release all packages together', () => {
  const { fixed }: { readonly fixed: unknown } = JSON.parse(read('.changeset/config.json'))
  expect(fixed).toEqual([['@active-mode/*']])
})
