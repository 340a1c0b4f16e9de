import { decisionFolder } from '@active-mode/harness-adapter/library'
import { type Io, Refusal } from '../../Io.js'
import { configuredOptions } from '../../setup/live/configuredOptions.js'

/** This user's own log, where the plugin's options in the harness's config put it. A working folder that is gone has no config. Throws a Refusal where the config says that there is none. */
export const ownLog = (io: Io): string => {
  const { env, home } = io
  const directory = directoryOf(io)
  const { decisionLog } = configuredOptions({ env, home, directory })
  if (decisionLog === false)
    throw new Refusal(
      "the option decisionLog is false in the harness's config, so there is no log; name another one with --log DIR",
    )
  return decisionFolder({ option: decisionLog, env, home, directory })
}

const directoryOf = (io: Io): string => {
  try {
    return io.directory
  } catch {
    return '/'
  }
}
