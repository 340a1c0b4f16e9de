import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { stageRegistry } from '@active-mode/fixtures/registry'
import { harnessBinary } from '@active-mode/lab/harness'
import { runTool } from './runTool.js'

export interface Finding {
  readonly level: string
  readonly id: string
  readonly what: string
  readonly where: string
  readonly remedy: string
}

export interface Machine {
  readonly home: string
  /** The folder of the harness's own config. */
  readonly folder: string
  readonly registry: string
  /** The plugin's file. */
  readonly plugin: string
  readonly write: (path: string, text: string) => void
  readonly config: (config: unknown, name?: string) => void
  /** What is not well. */
  readonly diagnose: (
    more?: ReadonlyArray<string>,
    directory?: string,
    env?: NodeJS.ProcessEnv,
  ) => Promise<ReadonlyArray<Finding>>
  /** The same, as `level id`. */
  readonly findings: (
    more?: ReadonlyArray<string>,
    directory?: string,
    env?: NodeJS.ProcessEnv,
  ) => Promise<ReadonlyArray<string>>
}

export const shellScript = (text: string): string => `#!/bin/sh\n${text}\n`

/** The text of a file that is taken for the plugin. */
export const pluginText = 'export default async () => ({})\n// <!-- /active-mode -->\n'

export const theAgents = { ship: {}, quartermaster: {} }

/** The harness that the workspace pins. */
export const realHarness = async (): Promise<string> => {
  const found = await harnessBinary()
  if (found._tag === 'missing') throw new Error(found.detail)
  return found.path
}

/**
 * A machine on which all is well: three modes, their agents, one plugin, a harness of a known version, a log. Its harness is a
 * script that tells its version and no config, unless the real one is named; that it told none is looked for and left out of the findings.
 */
export const machine = async (harness: string | null = null): Promise<Machine> => {
  const home = mkdtempSync(join(tmpdir(), 'active-mode-doctor-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }))
  const folder = join(home, '.config', 'opencode')
  const registry = await stageRegistry(join(folder, 'modes'), { fixture: 'three-modes' })
  const plugin = join(home, 'active-mode.js')
  const write: Machine['write'] = (path, text) => {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), text)
  }
  write('active-mode.js', pluginText)
  write('opencode', shellScript('[ "$1" = --version ] && echo 1.18.33'))
  chmodSync(join(home, 'opencode'), 0o755)
  const log = join(home, '.local', 'state', 'active-mode', 'decisions')
  mkdirSync(log, { recursive: true, mode: 0o700 })
  writeFileSync(join(log, 'ses_a.jsonl'), '{"v":1,"at":"2026-11-30T00:00:00.000Z"}\n')
  const config: Machine['config'] = (content, name = 'opencode.json') => {
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  }
  config({ plugin: [plugin], agent: theAgents })
  const diagnose: Machine['diagnose'] = async (more = [], directory = home, env = {}) => {
    const { code, stdout, stderr } = await runTool(
      ['doctor', '--harness', harness ?? join(home, 'opencode'), '--json', ...more],
      { home, directory, env: { PATH: process.env['PATH'], XDG_STATE_HOME: join(home, '.local', 'state'), ...env } },
    )
    expect(stderr).toBe('')
    const { findings } = JSON.parse(stdout) as { findings: ReadonlyArray<Finding> }
    expect(code).toBe(findings.some(({ level }) => level === 'problem') ? 1 : 0)
    const wasAsked = !findings.some(({ id }) => id === 'config-from-files')
    expect(wasAsked).toBe(harness !== null)
    return findings.filter(({ level, id }) => level !== 'ok' && id !== 'config-from-files')
  }
  return {
    home,
    folder,
    registry,
    plugin,
    write,
    config,
    diagnose,
    findings: async (...args) => (await diagnose(...args)).map(({ level, id }) => `${level} ${id}`),
  }
}
