import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { onTestFinished } from 'vitest'
import { shellScript } from './machine.js'
import { runTool, type ToolRun, type ToolSettings } from './runTool.js'

/** The home of somebody who has a harness and nothing else. */
export interface FreshHome {
  readonly home: string
  /** The harness's own config folder; not made. */
  readonly folder: string
  /** Where the plugin is to be installed, and the same as a config names it. */
  readonly plugin: string
  readonly spec: string
  readonly write: (path: string, text: string | Uint8Array) => string
  readonly read: (path: string) => string
  /** Runs the tool in the home folder, or in a folder of it. */
  readonly run: (args: ReadonlyArray<string>, settings?: ToolSettings) => Promise<ToolRun>
  /** Every file and folder, with what shows that it was written: inode and time. */
  readonly states: () => Readonly<Record<string, string>>
}

/** A home with harnesses of these versions on its PATH: scripts that tell their version and nothing else. */
export const freshHome = (...versions: ReadonlyArray<string>): FreshHome => {
  const home = mkdtempSync(join(tmpdir(), 'active-mode-install-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }))
  const write: FreshHome['write'] = (path, text) => {
    const file = join(home, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    return file
  }
  for (const version of versions)
    chmodSync(write(`bin/${version}/opencode`, shellScript(`[ "$1" = --version ] && echo ${version}`)), 0o755)
  const path = [...versions.map((version) => join(home, 'bin', version)), '/usr/bin', '/bin'].join(delimiter)
  const plugin = join(home, '.local', 'share', 'active-mode', 'plugin')
  return {
    home,
    folder: join(home, '.config', 'opencode'),
    plugin,
    spec: pathToFileURL(plugin).href,
    write,
    read: (name) => readFileSync(join(home, name), 'utf8'),
    run: (args, settings = {}) =>
      runTool(args, { home, directory: home, ...settings, env: { PATH: path, ...settings.env } }),
    states: () =>
      existsSync(home)
        ? Object.fromEntries(
            readdirSync(home, { recursive: true, encoding: 'utf8' }).map((name) => {
              const state = lstatSync(join(home, name))
              return [
                name,
                `${String(state.ino)} ${String(state.mode)} ${state.isDirectory() ? '' : String(state.mtimeMs)}`,
              ]
            }),
          )
        : {},
  }
}
