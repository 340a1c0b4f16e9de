import { join, resolve } from 'node:path'
import { expandTilde, setVariable } from '../../environment/folders.js'

/** What the folder of the decision log is found from. `env` and `home` are passed in; an empty variable is not set. */
export interface LogSettings {
  /** The plugin option `decisionLog`; `null` where it is not set. */
  readonly option: string | null
  readonly env: Readonly<Record<string, string | undefined>>
  /** The person's home folder. */
  readonly home: string
  /** What a relative option is relative to. */
  readonly directory: string
}

/** Where the decision log lies: the folder that the option names, else below the state folder of this person (design 6.1). */
export const decisionFolder = ({ option, env, home, directory }: LogSettings): string =>
  option === null
    ? join(setVariable(env, 'XDG_STATE_HOME') ?? join(home, '.local', 'state'), 'active-mode', 'decisions')
    : resolve(directory, expandTilde(option, home))
