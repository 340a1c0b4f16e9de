import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { decodeLoadStates, decodeServedConfig, type HarnessConfig, type LoadState } from '../decodeConfig.js'
import type { SetupSettings } from './configSources.js'
import { quietly } from './quietly.js'

/** What a harness 2.x says of itself: its config, and what came of each plugin. */
export interface ServedConfig extends HarnessConfig {
  readonly loaded: ReadonlyArray<LoadState>
}

/** How long the plugins may stay as they are before they count as loaded, in milliseconds. */
const settledMs = 1_000

/**
 * Asks a harness 2.x, whose command line tells its sources only: a server of its own is started on a free port of the loopback, with a
 * password and with state, cache and store in a temporary folder, and is ended by its id. It loads the plugins, as every start does. The
 * answer is a sentence where it gives none in time.
 */
export const askServer = (path: string, settings: SetupSettings, patienceMs: number): Promise<ServedConfig | string> =>
  quietly(settings, async ({ env, folder }) => {
    const password = randomBytes(16).toString('hex')
    const started = Date.now()
    const child = spawn(path, ['serve', '--port', '0', '--hostname', '127.0.0.1'], {
      cwd: settings.directory,
      env: { ...env, OPENCODE_PASSWORD: password, TMPDIR: folder, BUN_RUNTIME_TRANSPILER_CACHE_PATH: '0' },
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()).once('error', () => resolve()))
    const left = (): number => patienceMs - (Date.now() - started)
    try {
      const heard = await listening(child.stdout, ended, left())
      if (heard === 'ended') return 'its server did not start'
      if (heard === 'too late') return `it did not answer within ${patienceMs / 1000} s`
      return await ask(heard.url, password, settings.directory, left)
    } catch {
      return `its server did not answer within ${patienceMs / 1000} s`
    } finally {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // It is gone already.
      }
      await ended
    }
  })

/** Where the server listens, as it says itself, or why that is not known: it ended before it did, or took too long. */
const listening = (
  stdout: NodeJS.ReadableStream,
  ended: Promise<void>,
  withinMs: number,
): Promise<{ readonly url: string } | 'ended' | 'too late'> => {
  let printed = ''
  const found = new Promise<{ readonly url: string }>((resolve) => {
    stdout.setEncoding('utf8').on('data', (text: string) => {
      printed = `${printed}${text}`.slice(-4_000)
      const url = /listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(printed)?.[1]
      if (url !== undefined) resolve({ url })
    })
  })
  return Promise.race([
    found,
    ended.then(() => 'ended' as const),
    // Not told by the clock afterwards: a timer may end a millisecond early by it.
    pause(withinMs, 'too late' as const, { ref: false }),
  ])
}

/** Plugins and agents are loaded behind the first answer, so they are asked again until they stay as they are. */
const ask = async (url: string, password: string, directory: string, left: () => number): Promise<ServedConfig> => {
  const get = async (route: string): Promise<unknown> => {
    const address = new URL(`/api/${route}`, url)
    address.searchParams.set('location[directory]', directory)
    const answer = await fetch(address, {
      headers: { authorization: `Basic ${Buffer.from(`opencode:${password}`).toString('base64')}` },
      signal: AbortSignal.timeout(Math.max(1, left())),
    })
    if (!answer.ok) throw new Error(`status ${answer.status}`)
    return answer.json()
  }
  const settle = async (before: string, since: number): Promise<readonly [plugins: unknown, agents: unknown]> => {
    const [plugins, agents] = await Promise.all([get('plugin'), get('agent')])
    const now = JSON.stringify([plugins, agents])
    if (now === before && Date.now() - since >= settledMs && decodeLoadStates(plugins).length > 0)
      return [plugins, agents]
    await pause(100)
    return settle(now, now === before ? since : Date.now())
  }
  const [plugins, agents] = await settle('', Date.now())
  return { ...decodeServedConfig(await get('config'), agents), loaded: decodeLoadStates(plugins) }
}
