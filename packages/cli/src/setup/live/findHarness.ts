import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join, resolve, sep } from 'node:path'
import type { FailedFile, HarnessFound } from '../HarnessSetup.js'
import type { SetupSettings } from './configSources.js'
import { quietly } from './quietly.js'
import { runHarness } from './runHarness.js'

/** How long the harness may take to tell its version, in milliseconds. */
const patienceMs = 20_000

/** Which executable to look for: the one of `--harness`, else the one that the environment names, else `opencode`. */
export const harnessName = (named: string | undefined, env: NodeJS.ProcessEnv): string =>
  named ?? env['ACTIVE_MODE_HARNESS'] ?? 'opencode'

/** Asks the harness's executable for its version; of several that could be it, the first that tells one. */
export const findHarness = async (name: string, settings: SetupSettings): Promise<HarnessFound> => {
  const files = executablesNamed({ name, ...settings })
  const failures: FailedFile[] = []
  for (const path of files) {
    const found = await askFile(path, settings)
    if (found._tag === 'found') return found
    if (found._tag === 'failed') failures.push(found)
  }
  // The likeliest one that is there at all is the one to be mended.
  const [failure] = failures
  if (failure === undefined) return { _tag: 'missing', path: files[0] ?? name, stub: null }
  return isOfNpm(failure.path) && !name.includes('/')
    ? { _tag: 'missing', path: name, stub: failure }
    : { _tag: 'failed', ...failure }
}

/** The most other files that are asked. */
const mostOthers = 3

/** The other harnesses on the PATH, by name `opencode` or `opencode2`, that tell a version. */
export const otherHarnesses = async (
  harness: HarnessFound,
  settings: SetupSettings,
): Promise<ReadonlyArray<HarnessFound>> => {
  const files = ['opencode', 'opencode2']
    .flatMap((name) => executablesNamed({ name, ...settings }))
    .filter((file) => file !== harness.path && !isOfNpm(file))
  return Promise.all([...new Set(files)].slice(0, mostOthers).map((file) => askFile(file, settings)))
}

const askFile = async (path: string, settings: SetupSettings): Promise<HarnessFound> => {
  const run = await quietly(settings, ({ env }) =>
    runHarness(path, ['--version'], { env, directory: settings.directory, patienceMs }),
  )
  switch (run._tag) {
    case 'not-there':
      return { _tag: 'missing', path, stub: null }
    case 'too-slow':
      return { _tag: 'failed', path, detail: `no answer within ${patienceMs / 1000} s`, said: linesOf(run.stderr) }
    case 'ended': {
      const version = /\d+\.\d+\.\d+\S*/.exec(run.stdout)?.[0]
      return run.code === 0 && version !== undefined
        ? { _tag: 'found', path, version }
        : {
            _tag: 'failed',
            path,
            detail: run.code === 0 ? 'it printed no version' : `exit code ${String(run.code)}`,
            said: linesOf(run.stderr),
          }
    }
  }
}

/** What it said on stderr, as far as a person needs it. */
const linesOf = (text: string): ReadonlyArray<string> =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, 12)

/** Where the harness's executable is looked for. */
interface SearchSettings {
  /** A name to be looked for on the PATH, or a path. */
  readonly name: string
  readonly env: NodeJS.ProcessEnv
  readonly directory: string
}

/**
 * The files that a harness of this name could be, the likeliest first. npm and npx put every `node_modules/.bin` in front of
 * the PATH, where a person's shell does not look, and what lies there may be a stub that was never set up: so those come last.
 */
const executablesNamed = ({ name, env, directory }: SearchSettings): ReadonlyArray<string> => {
  if (isAbsolute(name) || name.includes(sep) || name.includes('/')) return [resolve(directory, name)]
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  const files = [...new Set(folders.map((folder) => join(resolve(directory, folder), name)))].filter(isExecutable)
  return [...files.filter((file) => !isOfNpm(file)), ...files.filter(isOfNpm)]
}

/** Whether npm or npx put a file on the PATH. */
const isOfNpm = (file: string): boolean => file.includes(join('node_modules', '.bin'))

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
