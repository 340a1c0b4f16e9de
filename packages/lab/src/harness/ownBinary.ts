import { existsSync } from 'node:fs'
import { type HarnessBinary, sayOnStderr } from './fetchHarness.js'
import { isExecutable } from './fetchPackage.js'
import { reportedVersion } from './reportedVersion.js'

const asked = new Map<string, Promise<string | null>>()

const askOnce = (path: string, say: (version: string | null) => void): Promise<string | null> => {
  const before = asked.get(path)
  if (before !== undefined) return before
  const version = reportedVersion(path).then((reported) => {
    say(reported)
    return reported
  })
  asked.set(path, version)
  return version
}

/** The executable that an environment variable names, with the version it reports (said once a process); null where it names none. */
export const ownBinary = async (
  variable: string,
  say: (line: string) => void = sayOnStderr,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<HarnessBinary | null> => {
  const path = environment[variable]
  if (path === undefined || path === '') return null
  if (!isExecutable(path))
    return {
      _tag: 'missing',
      detail: `${variable} names a file that ${existsSync(path) ? 'cannot be executed' : 'does not exist'}`,
    }
  const version = await askOnce(path, (reported) => {
    say(`harness: ${path} (${variable}) reports ${reported === null ? 'no version' : `version ${reported}`}`)
  })
  return { _tag: 'found', path, version }
}
