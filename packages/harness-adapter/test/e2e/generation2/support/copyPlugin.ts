import { cpSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pluginFolder } from '../../../../../../tools/build/buildPlugin.js'

/** Copies what the package ships of the plugin's folder, so that a test may edit it. Answers with the copy. */
export const copyPlugin = (folder: string): string => {
  for (const file of ['package.json', 'server.js', 'dist/active-mode.js', 'dist/server.js']) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(pluginFolder, file), join(folder, file))
  }
  return folder
}
