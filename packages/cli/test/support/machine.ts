import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { stageRegistry } from '@active-mode/fixtures/registry'
import { harnessBinary } from '@active-mode/lab/harness'
import { askConfig } from '../../src/setup/live/askConfig.js'
import { runTool, type ToolRun } from './runTool.js'

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
  /** Runs the doctor in the home folder. */
  readonly doctor: (more?: ReadonlyArray<string>, env?: NodeJS.ProcessEnv) => Promise<ToolRun>
  /** What is not well. */
  readonly diagnose: Looks<Finding>
  /** The same, as `level id`. */
  readonly findings: Looks<string>
}

type Looks<A> = (more?: ReadonlyArray<string>, directory?: string, env?: NodeJS.ProcessEnv) => Promise<ReadonlyArray<A>>

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
    doctor: (more = [], env = {}) => runTool(['doctor', ...more], { home, directory: home, env }),
    diagnose,
    findings: async (...args) => (await diagnose(...args)).map(({ level, id }) => `${level} ${id}`),
  }
}

/** Writes a script that may be run. */
export const executable = ({ home, write }: Machine, path: string, text: string): string => {
  write(path, shellScript(text))
  chmodSync(join(home, path), 0o755)
  return join(home, path)
}

/** Every file below a folder with what it holds and, where asked for, when it was written. */
export const everything = (folder: string, withTimes = false): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => {
      const path = join(folder, name)
      const state = lstatSync(path)
      if (!state.isFile()) return `${name} folder`
      const hash = createHash('sha256').update(readFileSync(path)).digest('hex')
      return `${name} ${hash}${withTimes ? ` ${String(Math.round(state.mtimeMs))}` : ''}`
    })
    .toSorted()

/** Asks a harness of a version that never answers, and expects that it is ended in time with all that it started. */
export const expectSlowEnded = async (version: string): Promise<void> => {
  const here = await machine()
  const { home } = here
  const path = executable(here, 'slow', 'echo $$ > "$0.pid"\nsleep 600 & wait')
  const asked = await askConfig(
    { _tag: 'found', path, version },
    { env: { PATH: process.env['PATH'] }, home, directory: home },
    500,
  )
  expect(asked).toEqual({ _tag: 'no-answer', why: 'it did not answer within 0.5 s' })
  const group = readFileSync(join(home, 'slow.pid'), 'utf8').trim()
  const left = () => spawnSync('ps', ['-o', 'stat=', '-g', group], { encoding: 'utf8' }).stdout
  await expect.poll(() => left().replace(/^Z.*$/gm, '').trim()).toBe('')
}
