import { cpSync, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Where a harness keeps what `active-mode audit` looks at. */
export interface Evidence {
  /** The folder of the decision log. */
  readonly log: string
  /** The folder that holds `opencode.db`. */
  readonly data: string
}

/** Copies it into a folder: `decisions/` and `opencode.db` with its side files. */
export const keepEvidence = async ({ log, data }: Evidence, folder: string): Promise<void> => {
  await quiet(log)
  cpSync(log, join(folder, 'decisions'), { recursive: true })
  for (const name of readdirSync(data)) if (name.startsWith('opencode.db')) cpSync(join(data, name), join(folder, name))
}

/** Waits until a folder's files grow no more: the log is written behind the requests. */
export const quiet = async (folder: string, before = -1): Promise<void> => {
  const bytes = existsSync(folder)
    ? readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
    : 0
  if (bytes === before) return
  await new Promise((resolve) => setTimeout(resolve, quietMs))
  await quiet(folder, bytes)
}

const quietMs = 1000
