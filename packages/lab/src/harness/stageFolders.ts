import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { atExit } from './atExit.js'
import type { StandInModel } from './StandInModel.js'
import { writeFiles } from './writeFiles.js'

/** What can be said of a stage of either generation. */
export interface FolderOptions {
  /** Added to the harness's environment; null takes a variable away. */
  readonly env?: Readonly<Record<string, string | null>>
  /** The project folder; default: an empty temporary one. Its name alone (no separator) makes a temporary one of that name. */
  readonly directory?: string
  /** Files staged in the mode registry: path below the registry folder → content. Not given: there is no registry folder. */
  readonly registry?: Readonly<Record<string, string>>
  /** Files below the project folder: path → content, e.g. `.opencode/plugin/x.js`. */
  readonly files?: Readonly<Record<string, string>>
  /** Keep the temporary folders after `stop`, to look at them. */
  readonly keepHome?: boolean
}

/** The folders of one harness. */
export interface StageFolders {
  readonly home: string
  /** The harness's own config folder, `$XDG_CONFIG_HOME/opencode`, or as a fork calls it. */
  readonly configDir: string
  /** The default registry folder, `$XDG_CONFIG_HOME/opencode/modes`; it exists only if files were staged. */
  readonly registryDir: string
  readonly stateDir: string
  readonly directory: string
}

/** Where all folders of a stage lie, and what the oracle removes when this process is gone; null: nothing. */
export interface StageRoot {
  readonly root: string
  readonly parent: { readonly parentPid: number; readonly folder: string | null }
}

type Variables = ReadonlyArray<readonly [name: string, value: string | null]>

/** The environment of a harness whose home is `home`. Of variables with the same name the last one counts; null takes one away. */
export const environmentOf = (home: string, ...more: ReadonlyArray<Variables>): Readonly<Record<string, string>> => {
  // Nothing of the person's own harness may leak in, so only these few are handed on.
  const kept = ['PATH', 'LANG', 'LC_ALL', 'SystemRoot', 'COMSPEC'].map(
    (name) => [name, process.env[name] ?? null] as const,
  )
  const entries: Variables = [
    ...kept,
    ['HOME', home],
    ['XDG_CONFIG_HOME', join(home, '.config')],
    ['XDG_DATA_HOME', join(home, '.local', 'share')],
    ['XDG_STATE_HOME', join(home, '.local', 'state')],
    ['XDG_CACHE_HOME', join(home, '.cache')],
    // What the harness wants to fetch with npm must fail at once, not after a minute.
    ['npm_config_fetch_retries', '0'],
    ['npm_config_offline', 'true'],
    ...more.flat(),
  ]
  return Object.fromEntries(
    [...new Map(entries)].flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])),
  )
}

/** What a stage of a generation has beside its folders. */
interface Filling {
  readonly model: StandInModel
}

/**
 * Makes the folders of a stage, has them filled, and ends it all with `dispose`: the stand-in model, and the folders. Where the filling
 * fails nothing is left behind. `folder` is what the harness calls its folders below the user's.
 */
export const stageFolders = async <F extends Filling>(
  { directory: named, registry, files, keepHome }: FolderOptions,
  folder: string,
  fill: (folders: StageFolders, root: StageRoot) => Promise<F>,
): Promise<StageFolders & F & { readonly dispose: () => Promise<void> }> => {
  const root = mkdtempSync(join(tmpdir(), 'active-mode-'))
  const remove = () => {
    if (keepHome !== true) rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  }
  const forget = atExit(remove)
  try {
    const home = join(root, 'home')
    const folders: StageFolders = {
      home,
      configDir: join(home, '.config', folder),
      registryDir: join(home, '.config', 'opencode', 'modes'),
      stateDir: join(home, '.local', 'state'),
      directory: named !== undefined && isAbsolute(named) ? named : join(root, named ?? 'project'),
    }
    for (const each of [folders.configDir, folders.directory]) mkdirSync(each, { recursive: true })
    writeFiles(folders.directory, files ?? {})
    if (registry !== undefined) {
      mkdirSync(folders.registryDir, { recursive: true })
      writeFiles(folders.registryDir, registry)
    }
    const filled = await fill(folders, {
      root,
      parent: { parentPid: process.pid, folder: keepHome === true ? null : root },
    })
    const dispose = async () => {
      await filled.model.stop()
      remove()
      forget()
    }
    return { ...folders, ...filled, dispose }
  } catch (error) {
    remove()
    forget()
    throw error
  }
}
