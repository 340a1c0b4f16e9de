import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { expandTilde } from '../expandTilde.js'

/** Where the decision log lies: the folder that the option names, else below the state folder of this person (design 6.1). */
export const decisionFolder = (option: string | null, env: NodeJS.ProcessEnv, directory = '.'): string => {
  const state = env['XDG_STATE_HOME']
  return option === null
    ? join(state !== undefined && state !== '' ? state : join(homedir(), '.local', 'state'), 'active-mode', 'decisions')
    : resolve(directory, expandTilde(option, homedir()))
}
