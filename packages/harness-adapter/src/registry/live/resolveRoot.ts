import { resolve } from 'node:path'
import { expandTilde, setVariable } from '../../environment/folders.js'
import { freshMemory, type RootMemory } from '../memory.js'
import { lookAtRoot, type Root, type RootContent } from './lookAtRoot.js'

/** What a root is found by. `env` is passed in; an empty variable, and an empty option, is not set. */
export interface RootSettings {
  /** The plugin option `registry`. */
  readonly option?: string | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  /** The person's home folder. */
  readonly home: string
  /** What relative paths are relative to; the working folder by default. */
  readonly directory?: string | undefined
}

/** The harness's own config folder; `isTold` is false while it has not answered. */
export interface HarnessFolder {
  readonly folder: string | null
  readonly isTold: boolean
}

/** What decides between the candidates beside the settings. */
export interface RootSearch extends RootSettings {
  /** Asked only where a candidate before it does not count. */
  readonly harnessFolder?: (() => Promise<HarnessFolder>) | undefined
  /** What this process has seen of a root; nothing by default. */
  readonly memoryOf?: ((path: string) => RootMemory) | undefined
}

/** A candidate that is not used. */
export interface PassedRoot {
  readonly path: string
  readonly holds: RootContent
}

/** The root that is used, and the candidates that are not. */
export interface ResolvedRoot extends Root {
  /** What it holds; a root that the option names is not looked at. */
  readonly holds: RootContent
  /** Whether no other candidate could have come before it: the harness may still owe its answer. */
  readonly isCertain: boolean
  readonly passedOver: ReadonlyArray<PassedRoot>
}

/**
 * The root of the registry (design 4): the one that the option names, else the first candidate that counts, else the first
 * that is there and empty, else the first.
 */
export const resolveRoot = async (search: RootSearch): Promise<ResolvedRoot> => {
  const named = namedRoot(search)
  if (named !== null) return { ...named, holds: 'registry', isCertain: true, passedOver: [] }
  const { memoryOf = freshMemory, harnessFolder = notAsked } = search
  const { before, below, after } = rootCandidates(search)
  const look = (paths: ReadonlyArray<string>) =>
    Promise.all(
      [...new Set(paths)].map(async (path): Promise<PassedRoot> => ({
        path,
        holds: await lookAtRoot(path, memoryOf(path)),
      })),
    )
  const early = await look(before)
  const isFound = early.some(counts)
  const { folder, isTold } = isFound ? { folder: null, isTold: true } : await harnessFolder()
  const late = await look(
    [...(folder === null ? [] : [below(folder)]), ...after].filter((path) => !before.includes(path)),
  )
  const all = [...early, ...late]
  const chosen = all.find(counts) ??
    all.find(({ holds }) => holds === 'empty') ??
    all[0] ?? { path: below('.'), holds: 'nothing' }
  return {
    ...chosen,
    namedByOption: false,
    isCertain: isTold,
    passedOver: all.filter(({ path }) => path !== chosen.path),
  }
}

const counts = ({ holds }: PassedRoot): boolean => holds === 'registry'

const notAsked = async (): Promise<HarnessFolder> => ({ folder: null, isTold: true })

/** The root that the option names. */
export const namedRoot = ({ option, home, directory = '.' }: RootSettings): Root | null =>
  option === undefined || option === ''
    ? null
    : { path: resolve(directory, expandTilde(option, home)), namedByOption: true }

/** Where a registry may lie when nobody named it, in the order of design 4: before and after the harness's own config folder. */
export interface RootCandidates {
  readonly before: ReadonlyArray<string>
  readonly below: (harnessFolder: string) => string
  readonly after: ReadonlyArray<string>
}

/** The candidates of design 4. */
export const rootCandidates = ({ env, home, directory = '.' }: RootSettings): RootCandidates => {
  const below = (folder: string) => resolve(directory, folder, 'modes')
  const config = setVariable(env, 'OPENCODE_CONFIG_DIR')
  const xdg = setVariable(env, 'XDG_CONFIG_HOME')
  return {
    before: config === undefined ? [] : [below(config)],
    below,
    after: [...(xdg === undefined ? [] : [below(`${xdg}/opencode`)]), below(`${home}/.config/opencode`)],
  }
}
