import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { fallbackOnlyVersion } from '@active-mode/lab/availability'
import { pinnedVersion } from '@active-mode/lab/harness'
import { harness2Version } from '@active-mode/lab/harness2'
import { pluginFolder } from '../../../../../tools/build/buildPlugin.js'
import { tryForm } from '../../../../lab/src/matrix/tryForm.js'
import { scratchFolder } from '../support/bootDirector.js'

// One config line serves both generations of the harness. `npm run matrix` tries the same on older versions.

const scratch = scratchFolder()
let tarball = ''

beforeAll(() => {
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', scratch], {
    cwd: pluginFolder,
    stdio: 'ignore',
  })
  tarball = join(scratch, readdirSync(scratch).find((file) => file.endsWith('.tgz')) ?? '')
})

const once = { blocks: 1 }

test.each([pinnedVersion(), fallbackOnlyVersion, harness2Version])(
  'one folder and one config line, with options, which count, on harness %s',
  async (version) => {
    expect(await tryForm(version, 'folder with options', null)).toMatchObject({ ...once, hasOptions: true })
  },
)

test('the name of the package, without options, on the second generation', async () => {
  expect(await tryForm(harness2Version, 'name', tarball)).toMatchObject({ ...once, hasOptions: false })
})

test.each([pinnedVersion(), harness2Version])(
  'the drop-in file on harness %s: one block, whatever of it the harness calls',
  async (version) => {
    expect(await tryForm(version, 'drop-in file', null)).toMatchObject(once)
  },
)

test('a file of the first generation alone, in a config line, does nothing on the second, and is not listed', async () => {
  const { blocks, logs } = await tryForm(harness2Version, 'first-generation file', null)
  expect(blocks).toBe(0)
  expect(logs).toContain('configured plugin path must be a directory')
})
