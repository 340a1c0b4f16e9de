import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join, resolve, sep } from 'node:path'

/** Where the harness's executable is looked for. */
export interface SearchSettings {
  /** A name to be looked for on the PATH, or a path. */
  readonly name: string
  readonly env: NodeJS.ProcessEnv
  readonly directory: string
}

/**
 * The files that a harness of this name could be, the likeliest first. npm and npx put every `node_modules/.bin` in front of
 * the PATH, where a person's shell does not look, and what lies there may be a stub that was never set up: so those come last.
 */
export const findHarness = ({ name, env, directory }: SearchSettings): ReadonlyArray<string> => {
  if (isAbsolute(name) || name.includes(sep) || name.includes('/')) return [resolve(directory, name)]
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  const files = [...new Set(folders.map((folder) => join(resolve(directory, folder), name)))].filter(isExecutable)
  return [...files.filter((file) => !isOfNpm(file)), ...files.filter(isOfNpm)]
}

/** Whether npm or npx put a file on the PATH. */
export const isOfNpm = (file: string): boolean => file.includes(join('node_modules', '.bin'))

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
