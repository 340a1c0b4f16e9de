import { resolve } from 'node:path'

import { expandTilde } from '../expandTilde.js'
import { setVariable } from '../setVariable.js'

/** What a root is resolved from. `env` is passed in; an empty variable, and an empty option, is not set. */
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

/** The root of the registry: the first of option, `OPENCODE_CONFIG_DIR`, `XDG_CONFIG_HOME` that is set, else `~/.config` (design 4). */
export const resolveRoot = ({ option, env, home, directory = '.' }: RootSettings): Root => {
  const own = setVariable(env, 'XDG_CONFIG_HOME') ?? `${home}/.config`
  const config = setVariable(env, 'OPENCODE_CONFIG_DIR') ?? `${own}/opencode`
  const below = (path: string) => resolve(directory, path)
  return option !== undefined && option !== ''
    ? { path: below(expandTilde(option, home)), namedByOption: true }
    : { path: below(`${config}/modes`), namedByOption: false }
}
