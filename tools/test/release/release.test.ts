import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { raiseVersion } from '../../release/applyChangesets.js'
import { type Manifest, missingFields } from '../../release/Manifest.js'
import { readManifests } from '../../release/readState.js'
import { hasIdentity, refusalsOf, type State } from '../../release/refusals.js'
import { releaseOrder } from '../../release/releaseOrder.js'

const manifest = (name: string, fields: Partial<Manifest> = {}): Manifest => ({ name, version: '1.0.0', ...fields })
const needs = (...names: ReadonlyArray<string>) => Object.fromEntries(names.map((name) => [name, '1.0.0']))

describe('the order of a release', () => {
  test('has each package after what it needs at run time, else by name, and no private one', () => {
    const tool = manifest('tool', { optionalDependencies: needs('reader'), devDependencies: needs('zoo') })
    const all = [
      manifest('zoo', { dependencies: needs('core', 'elsewhere') }),
      tool,
      manifest('core'),
      manifest('reader', { peerDependencies: needs('zoo') }),
      manifest('lab', { private: true, dependencies: needs('tool') }),
    ]
    expect(releaseOrder(all)).toEqual(['core', 'zoo', 'reader', 'tool'])
    expect(releaseOrder([...all].reverse())).toEqual(['core', 'zoo', 'reader', 'tool'])
  })

  test('does not exist for packages that need each other', () => {
    expect(
      releaseOrder([manifest('one', { dependencies: needs('two') }), manifest('two', { dependencies: needs('one') })]),
    ).toBe(null)
  })

  test('of this workspace holds every package but the lab', () => {
    const names = releaseOrder(readManifests(fileURLToPath(new URL('../../../', import.meta.url))))
    expect(names?.slice().sort()).toEqual(
      ['cli', 'core', 'fixtures', 'harness-adapter'].map((name) => `@active-mode/${name}`),
    )
    expect(names?.indexOf('@active-mode/core')).toBeLessThan(names?.indexOf('@active-mode/fixtures') ?? -1)
  })
})

describe('a release is refused', () => {
  const ready: State = {
    changed: [],
    changesets: [],
    manifests: [manifest('core', { repository: 'x' }), manifest('lab', { private: true })],
    hasIdentity: true,
  }

  test('not if all is ready', () => {
    expect(refusalsOf('publish', ready)).toEqual([])
    expect(
      refusalsOf('dry-run', { ...ready, changesets: ['a.md'], manifests: [manifest('core')], hasIdentity: false }),
    ).toEqual([])
    expect(refusalsOf('prepare', { ...ready, changesets: ['a.md'] })).toEqual([])
  })

  test.each(['dry-run', 'prepare', 'publish'] as const)('on a tree with changes (%s)', (step) => {
    const refusals = refusalsOf(step, {
      ...ready,
      changesets: step === 'publish' ? [] : ['a.md'],
      changed: ['a.ts', 'b'],
    })
    expect(refusals).toEqual(['2 files are not committed, the first a.ts: commit or stash what is yours.'])
  })

  test.each<[string, Partial<State>, string]>([
    ['with changesets that are not applied', { changesets: ['a.md'] }, '1 changeset is not applied'],
    ['without an identity for provenance', { hasIdentity: false }, 'CI job'],
    ['without a repository', { manifests: [manifest('core')] }, 'core names no repository'],
  ])('%s', (_, change, sentence) => {
    expect(refusalsOf('publish', { ...ready, ...change })).toEqual([expect.stringContaining(sentence)])
  })

  test('if there is nothing to prepare', () => {
    expect(refusalsOf('prepare', ready)).toEqual([expect.stringContaining('no changeset')])
  })
})

test('an identity is that of a job of one of the two CI services that npm knows', () => {
  expect(hasIdentity({ CI: 'true' })).toBe(false)
  expect(hasIdentity({ ACTIONS_ID_TOKEN_REQUEST_URL: 'set' })).toBe(true)
  expect(hasIdentity({ SIGSTORE_ID_TOKEN: 'set' })).toBe(true)
})

test('what the owner has to fill in is named', () => {
  expect(missingFields(manifest('core', { homepage: 'x' }))).toEqual(['repository', 'bugs'])
})

test('the version that the plugin logs is raised in place', () => {
  expect(raiseVersion("/** Docs. */\nexport const pluginVersion = '0.0.0'\n", '1.2.3')).toBe(
    "/** Docs. */\nexport const pluginVersion = '1.2.3'\n",
  )
})
