import { resolve } from 'node:path'
import { expandTilde, setVariable } from '../../environment/folders.js'

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

/** Where the registry is, and whether the option named it: then a missing root is a typing error and not silence. */
export interface Root {
  readonly path: string
  readonly namedByOption: boolean
}

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
