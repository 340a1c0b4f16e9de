import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { builtPlugin, builtServer, pluginFolder } from '../../../../tools/build/buildPlugin.js'
import { registryFiles } from '../../../fixtures/src/registry/index.js'
import {
  blocksOnWire,
  bootHarness,
  fetchHarness,
  isSecondGeneration,
  isTurnOnWire,
  type WireRequest,
} from '../harness/index.js'
import { bootHarness2 } from '../harness2/index.js'

/** A way in which a person hands the plugin to a harness: one config line, or one file. */
export type Form =
  'folder' | 'folder with options' | 'name' | 'name with options' | 'drop-in file' | 'first-generation file'

export interface Tried {
  /** Blocks in the first turn of a director. */
  readonly blocks: number
  /** Whether the folder of the option `decisionLog` was made. */
  readonly hasOptions: boolean
  /** What the harness printed, its log included. */
  readonly logs: string
}

const name = '@active-mode/harness-adapter'

/** Installs the plugin's tarball where a version of the harness looks for a package that its config names. Nothing is fetched. */
const installedFor = (version: string, cache: string, tarball: string): void => {
  const [major, minor] = version.split('.').map(Number)
  const folder =
    major === 2
      ? join(cache, 'opencode/npm', `${name}@latest`, '1')
      : (minor ?? 0) >= 4
        ? join(cache, 'opencode/packages', `${name}@latest`)
        : join(cache, 'opencode')
  mkdirSync(folder, { recursive: true })
  // Old versions empty a cache that does not say this of itself, and the oldest fail where the list of models is an empty one.
  writeFileSync(join(cache, 'opencode/version'), version.startsWith('1.0.') ? '14' : '21')
  if (!version.startsWith('1.0.')) writeFileSync(join(cache, 'opencode/models.json'), '{}')
  execFileSync(
    'npm',
    ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder, tarball],
    { cwd: folder, stdio: 'ignore' },
  )
  // Old versions look up which version they had asked for.
  if (major === 1 && (minor ?? 0) < 4)
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies: { [name]: 'latest' } }))
}

/** Runs one turn of a director in a real harness that got the plugin in one way. */
export const tryForm = async (version: string, form: Form, tarball: string | null): Promise<Tried> => {
  const scratch = mkdtempSync(join(tmpdir(), 'active-mode-form-'))
  const log = join(scratch, 'log', 'decisions')
  const cache = join(scratch, 'cache')
  try {
    const binary = await fetchHarness(version)
    if (form.startsWith('name')) installedFor(version, cache, tarball ?? '')
    const spec = form.startsWith('name')
      ? name
      : pathToFileURL(form === 'first-generation file' ? builtPlugin : pluginFolder).href
    const options = { decisionLog: log, deadlineMs: 20_000 }
    // The key and the tuple of the first generation, which both know.
    const entries = form === 'drop-in file' ? [] : form.endsWith('with options') ? [[spec, options]] : [spec]
    const files: Readonly<Record<string, string>> = {
      'opencode.json': JSON.stringify({ plugin: entries }),
      ...(form === 'drop-in file' ? { '.opencode/plugin/active-mode.js': readFileSync(builtServer, 'utf8') } : {}),
    }
    const common = { binary, files, registry: registryFiles('two-modes'), env: { XDG_CACHE_HOME: cache } } as const
    const seen = async (requests: ReadonlyArray<WireRequest>, logs: () => string): Promise<Tried> => {
      // What is logged and written is so a little later.
      await new Promise((resolve) => setTimeout(resolve, 500))
      return {
        blocks: requests.filter(isTurnOnWire).flatMap(blocksOnWire).length,
        hasOptions: existsSync(log),
        logs: logs(),
      }
    }
    if (isSecondGeneration(version)) {
      const harness = await bootHarness2({ ...common, agents: [{ id: 'ship', system: 'You direct the ship mode.' }] })
      try {
        const { id } = await harness.client.createSession({ agent: 'ship', title: 'given' })
        await harness.client.turn(id, 'go on')
        return await seen(harness.model.requests(), harness.logs)
      } finally {
        await harness.stop()
      }
    }
    const harness = await bootHarness({ ...common, agents: [{ id: 'ship', prompt: 'You direct the ship mode.' }] })
    try {
      const { id } = await harness.client.createSession({ agent: 'ship', title: 'given' })
      await harness.client.prompt(id, { agent: 'ship', text: 'go on' })
      return await seen(harness.model.requests(), harness.logs)
    } finally {
      await harness.stop()
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
