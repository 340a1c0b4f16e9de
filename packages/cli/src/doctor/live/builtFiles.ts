import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Contracts, Generation } from '../../setup/HarnessSetup.js'
import { mainOf } from '../../setup/live/locatePlugin.js'

/** The built plugin that belongs to this tool: where it lies, or would lie after a build; `null` where the package is not installed beside the tool. */
export interface BuiltPlugin {
  readonly file: string
  readonly url: string
  readonly isBuilt: boolean
}

const name = '@active-mode/harness-adapter'

/** Looks for the plugin's package where node would look for it from this tool on. */
export const builtPlugin = (
  generation: Generation = 1,
  from: string = fileURLToPath(import.meta.url),
): BuiltPlugin | null => {
  const folder = packageFolder(dirname(from))
  if (folder === null) return null
  // Generation 2 takes a folder, which leads to the built file.
  if (generation === 2)
    return { file: folder, url: pathToFileURL(folder).href, isBuilt: existsSync(join(folder, 'dist', 'server.js')) }
  const file = join(folder, mainOf(join(folder, 'package.json')) ?? 'dist/active-mode.js')
  return { file, url: pathToFileURL(file).href, isBuilt: existsSync(file) }
}

const packageFolder = (folder: string): string | null => {
  const here = [join(folder, 'node_modules', name), join(folder, 'packages', 'harness-adapter')].find((path) =>
    existsSync(join(path, 'package.json')),
  )
  return here !== undefined ? realpathSync(here) : dirname(folder) === folder ? null : packageFolder(dirname(folder))
}

/** Reads what the availability fixture proved of each harness version. Without the file no version is known, which the doctor's finding then says. */
export const readContracts = (file: URL): Contracts => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Contracts
  } catch {
    return {}
  }
}
