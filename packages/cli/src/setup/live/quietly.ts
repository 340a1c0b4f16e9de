import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setVariable } from '@active-mode/harness-adapter/library'
import type { SetupSettings } from './configSources.js'
import { leavingAsFound } from './leavingAsFound.js'

/** What a harness is run with so that it leaves no trace. */
export interface QuietRun {
  readonly env: NodeJS.ProcessEnv
  /** The temporary folder. */
  readonly folder: string
  /** What it printed, with this user's own folders in place of the temporary ones. */
  readonly movedBack: (printed: string) => string
}

/**
 * Runs something with a harness that runs no plugin (`OPENCODE_PURE`) and whose state, cache and store lie in a temporary folder
 * meanwhile, so that no store of this user is created or migrated, and no lock stays behind. What every start of the harness
 * does to a person's config folders is taken back.
 */
export const quietly = async <A>(settings: SetupSettings, run: (quiet: QuietRun) => Promise<A>): Promise<A> => {
  const { env, home } = settings
  const folder = mkdtempSync(join(tmpdir(), 'active-mode-ask-'))
  try {
    const moved = {
      XDG_STATE_HOME: join(folder, 'state'),
      XDG_CACHE_HOME: join(folder, 'cache'),
      XDG_DATA_HOME: join(folder, 'data'),
    }
    lendSignIns({ env, home }, moved.XDG_DATA_HOME)
    const kept = Object.fromEntries(Object.entries(env).filter(([name]) => name !== 'OPENCODE_DB'))
    return await leavingAsFound(settings, () =>
      run({
        env: { ...kept, HOME: home, ...moved, ...quiet(folder) },
        folder,
        movedBack: (printed) =>
          Object.entries(moved).reduce(
            (text, [name, path]) => text.replaceAll(inJson(path), () => inJson(env[name] ?? '')),
            printed,
          ),
      }),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  }
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/** It would install its own plugin package into each config folder, and look for newer versions and models. */
const quiet = (folder: string): Readonly<Record<string, string>> => ({
  // It unpacks a library there, and 2.x keeps a folder of its own.
  TMPDIR: folder,
  OPENCODE_PURE: '1',
  OPENCODE_DISABLE_MODELS_FETCH: '1',
  OPENCODE_DISABLE_AUTOUPDATE: '1',
  OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  npm_config_offline: 'true',
  npm_config_fetch_retries: '0',
  npm_config_cache: join(folder, 'npm'),
  BUN_CONFIG_REGISTRY: 'http://127.0.0.1:9/',
})

/** Organisations keep part of a config on a server, which the sign-ins name: the file is lent, and not copied. */
const lendSignIns = ({ env, home }: Pick<SetupSettings, 'env' | 'home'>, data: string): void => {
  const file = join(setVariable(env, 'XDG_DATA_HOME') ?? join(home, '.local', 'share'), 'opencode', 'auth.json')
  mkdirSync(join(data, 'opencode'), { recursive: true })
  if (existsSync(file)) symlinkSync(file, join(data, 'opencode', 'auth.json'))
}
