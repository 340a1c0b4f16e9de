import { describe, expect, test } from 'vitest'
import { fetchHarness, forks, harnessSpec, platformPackages, stageHarness } from '../../src/harness/index.js'

describe('a harness is named', () => {
  test.each([
    ['1.18.33', null, '1.18.33', '1.18.33'],
    ['kilo@7.7.9', 'kilo', '7.7.9', 'kilo-7.7.9'],
    ['kilo-7.7.9', 'kilo', '7.7.9', 'kilo-7.7.9'],
    ['ex-machina@1.3.3001', 'ex-machina', '1.3.3001', 'ex-machina-1.3.3001'],
  ])('%s', (text, fork, version, name) => {
    const spec = harnessSpec(text)
    expect({ fork: spec?.fork?.name ?? null, version: spec?.version, name: spec?.name }).toEqual({
      fork,
      version,
      name,
    })
  })

  test.each(['kilo', 'kilo@', 'kilo@latest', 'klio@7.7.9', 'kilo@7.7.9/../..', '', '1.18'])(
    '%j is none, and is not fetched',
    async (text) => {
      expect(harnessSpec(text)).toBeNull()
      expect(await fetchHarness(text)).toMatchObject({
        _tag: 'missing',
        detail: expect.stringContaining(JSON.stringify(text)),
      })
    },
  )
})

test.each(forks.map((fork) => [fork.name, fork] as const))(
  '%s is fetched from packages of its own, also where its version looks like another generation',
  (_, fork) => {
    for (const name of platformPackages('2.0.0', fork)) expect(name.startsWith(`${fork.npm}-`)).toBe(true)
  },
)

test.each(forks.map((fork) => [fork.name, fork] as const))(
  '%s is staged in its own folders, with its own variables',
  async (_, fork) => {
    const stage = await stageHarness({
      binary: { _tag: 'found', path: '/nowhere', version: '1.0.0', fork },
      password: 'secret',
      registry: { 'a/mode.toml': '' },
    })
    try {
      expect(stage.configDir.endsWith(`/.config/${fork.folder}`)).toBe(true)
      expect(stage.env).toMatchObject({
        [`${fork.prefix}_DISABLE_AUTOUPDATE`]: '1',
        [`${fork.prefix}_SERVER_PASSWORD`]: 'secret',
        ...fork.env,
      })
      // The plugin's default does not follow the fork.
      expect(stage.registryDir.endsWith('/.config/opencode/modes')).toBe(true)
    } finally {
      await stage.dispose()
    }
  },
)
