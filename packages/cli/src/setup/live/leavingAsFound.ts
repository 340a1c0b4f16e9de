import {
  closeSync,
  existsSync,
  ftruncateSync,
  openSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { configFolder, configSources, foldersOf, ownFolder, type SetupSettings } from './configSources.js'

/** What is done again to one place after a run. */
type Undo = () => void

/**
 * Runs something that starts the harness, and takes back what every start of it does to a person's files: it adds `$schema` to a config
 * that has none, makes a config where there is none, lays a `.gitignore` into config folders, and a project's id into `.git`. Taken back
 * is only what is byte for byte the harness's own (version 1.18.33); whatever else changed meanwhile is somebody's work and stays.
 */
export const leavingAsFound = async <A>(settings: SetupSettings, run: () => Promise<A>): Promise<A> => {
  const undos = [
    ...filesOf(settings).map(undoFile),
    ...foldersIn(settings).map(undoIgnoreFile),
    ...undoProjectId(settings),
    ...[configFolder(settings), ownFolder(settings)].map(undoNewFolders),
  ]
  try {
    return await run()
  } finally {
    for (const undo of undos) attempt(undo)
  }
}

const filesOf = (settings: SetupSettings): ReadonlyArray<string> =>
  configSources(settings).flatMap((source) => (source._tag === 'files' ? source.paths : []))

const foldersIn = (settings: SetupSettings): ReadonlyArray<string> => [
  ...new Set(configSources(settings).flatMap((source) => (source._tag === 'folder' ? [source.path] : []))),
]

const schema = '"$schema": "https://opencode.ai/config.json"'

const undoFile = (path: string): Undo => {
  const before = readOrNull(path)
  if (before === null)
    return () => {
      removeIf(path, (text) => text.replace(/\s/g, '') === `{${schema.replace(/\s/g, '')}}`)
    }
  const { atime, mtime } = statSync(path)
  const withSchema = new TextDecoder().decode(before).replace(/^\s*\{/, `{\n  ${schema},`)
  return () => {
    const after = readOrNull(path)
    if (after === null || after.equals(before) || after.toString('utf8') !== withSchema) return
    overwrite(path, before)
    utimesSync(path, atime, mtime)
  }
}

const ignored = ['node_modules', 'package.json', 'package-lock.json', 'bun.lock', '.gitignore'].join('\n')

const undoIgnoreFile = (folder: string): Undo => {
  const path = join(folder, '.gitignore')
  return existsSync(path)
    ? () => undefined
    : () => {
        removeIf(path, (text) => text === ignored)
      }
}

const undoProjectId = ({ directory }: SetupSettings): ReadonlyArray<Undo> => {
  const store = gitStoreOf(foldersOf(directory).at(-1) ?? directory)
  if (store === null) return []
  const path = join(store, 'opencode')
  const before = readOrNull(path)
  return [
    before === null
      ? () => {
          removeIf(path, (text) => /^[\w-]{1,128}$/.test(text.trim()))
        }
      : () => {
          if (readOrNull(path)?.equals(before) === false) overwrite(path, before)
        },
  ]
}

/** The folder that git keeps a repository in; a worktree's `.git` is a file that leads there. */
const gitStoreOf = (folder: string): string | null => {
  const path = join(folder, '.git')
  if (!existsSync(path)) return null
  if (statSync(path).isDirectory()) return path
  const [, worktree] = /^gitdir: (.+)$/m.exec(readOrNull(path)?.toString('utf8') ?? '') ?? []
  return worktree === undefined ? null : dirname(dirname(worktree))
}

/** The config folder itself is made where there is none, with those above it. */
const undoNewFolders = (folder: string): Undo => {
  const missing = missingFrom(folder)
  return () => {
    for (const path of missing) rmdirSync(path)
  }
}

const missingFrom = (folder: string): ReadonlyArray<string> =>
  existsSync(folder) || dirname(folder) === folder ? [] : [folder, ...missingFrom(dirname(folder))]

const removeIf = (path: string, isOfHarness: (text: string) => boolean): void => {
  const text = readOrNull(path)?.toString('utf8')
  if (text !== undefined && isOfHarness(text)) rmSync(path)
}

/** In place, so that links and permissions stay. */
const overwrite = (path: string, bytes: Uint8Array): void => {
  const file = openSync(path, 'r+')
  try {
    writeSync(file, bytes, 0, bytes.length, 0)
    ftruncateSync(file, bytes.length)
  } finally {
    closeSync(file)
  }
}

const readOrNull = (path: string): Buffer | null => {
  try {
    return readFileSync(path)
  } catch {
    return null
  }
}

const attempt = (undo: Undo): void => {
  try {
    undo()
  } catch {
    // What cannot be taken back is what every start of the harness leaves behind.
  }
}
