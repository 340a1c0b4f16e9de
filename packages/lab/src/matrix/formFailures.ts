import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pluginFolder } from '../../../../tools/build/buildPlugin.js'
import { type Form, tryForm } from './tryForm.js'

const plain: ReadonlyArray<Form> = ['folder', 'name']
const withOptions: ReadonlyArray<Form> = [...plain, 'folder with options', 'name with options']

/** How a person may hand the plugin to a version. Those before 1.14 take no options: the tuple makes every prompt fail there. */
const forms: Readonly<Record<string, ReadonlyArray<Form>>> = {
  '1.0.162': plain,
  '1.2.27': plain,
  '1.14.34': withOptions,
  '1.14.41': withOptions,
  '1.18.33': [...withOptions, 'drop-in file'],
  '2.0.15': [...withOptions, 'drop-in file'],
}

/** The versions on which every form is tried. */
export const formVersions = Object.keys(forms)

/** What the plugin says where no request names its session. There it is loaded and can do nothing. */
const sessionless = 'a request named no session'

/** The forms in which the built plugin does not arrive, as `VERSION FORM`. It has to be built. */
export const formFailures = async (say: (line: string) => void): Promise<ReadonlyArray<string>> => {
  const scratch = mkdtempSync(join(tmpdir(), 'active-mode-pack-'))
  try {
    execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', scratch], {
      cwd: pluginFolder,
      stdio: 'ignore',
    })
    const tarball = join(scratch, readdirSync(scratch).find((file) => file.endsWith('.tgz')) ?? '')
    const failed: string[] = []
    for (const [version, each] of Object.entries(forms))
      for (const form of each) {
        const arrives = await tryForm(version, form, tarball).then(
          ({ blocks, hasOptions, logs }) =>
            (blocks === 1 || logs.includes(sessionless)) && hasOptions === form.endsWith('with options'),
          () => false,
        )
        say(`matrix: the plugin as ${form} on ${version}: ${arrives ? 'arrives' : 'does not arrive'}`)
        if (!arrives) failed.push(`${version} ${form}`)
      }
    return failed
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
