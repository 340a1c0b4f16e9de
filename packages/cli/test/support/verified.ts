import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { registryFiles } from '@active-mode/fixtures/registry'
import { fetchHarness } from '@active-mode/lab/harness'
import { everything } from './machine.js'
import { runTool } from './runTool.js'

/** A home with a registry of two modes, their agents in the config, and no plugin yet. */
export interface Home {
  readonly home: string
  /** The folder of the harness's own config. */
  readonly folder: string
  readonly write: (path: string, text: string) => string
  /** Writes the config of 1.x, with the agents of the modes. */
  readonly config: (config: Readonly<Record<string, unknown>>) => void
  readonly verify: (version: string, more?: ReadonlyArray<string>, env?: NodeJS.ProcessEnv) => Promise<Verified>
}

/** What a run of `verify` came to. */
export interface Verified {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  readonly report: Report
  /** The findings, as `level id`. */
  readonly findings: ReadonlyArray<string>
}

interface Report {
  readonly v: number
  readonly requests: ReadonlyArray<{
    readonly occasion: string
    readonly agent: string
    readonly promised: string | null
    readonly received: string
    readonly system: ReadonlyArray<string> | null
    readonly verdict: string
  }>
  readonly findings: ReadonlyArray<{
    readonly level: string
    readonly id: string
    readonly what: string
    readonly where: string
    readonly remedy: string
  }>
}

const agents = {
  ship: { mode: 'primary', prompt: 'You direct the ship mode.', model: 'somewhere/else' },
  explore: { mode: 'all', description: 'Directs the explore mode.', prompt: 'You direct the explore mode.' },
}

/** Makes a home; each run of `verify` in it must leave it as it was, and no folder of its own. */
export const stagedHome = (): Home => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'active-mode-home-')))
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }))
  const folder = join(home, '.config', 'opencode')
  const write: Home['write'] = (path, text) => {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), text)
    return join(home, path)
  }
  for (const [path, text] of Object.entries(registryFiles('two-modes'))) write(`.config/opencode/modes/${path}`, text)
  mkdirSync(join(home, 'project'))
  return {
    home,
    folder,
    write,
    config: (config) =>
      void write(
        '.config/opencode/opencode.json',
        JSON.stringify({
          agent: agents,
          model: 'somewhere/else',
          provider: { somewhere: { options: { apiKey: 'sk-a-key-that-nobody-may-see' } } },
          mcp: { servant: { type: 'local', command: ['false'] } },
          ...config,
        }),
      ),
    verify: async (version, more = [], env = {}) => {
      const binary = await fetchHarness(version)
      if (binary._tag === 'missing') throw new Error(binary.detail)
      const before = everything(home)
      const run = await runTool(['verify', '--harness', binary.path, '--json', ...more], {
        home,
        directory: join(home, 'project'),
        env: { PATH: process.env['PATH'], ...env },
      })
      expect(everything(home)).toEqual(before)
      expect(run.stdout + run.stderr).not.toContain('sk-a-key')
      expect(run.stdout, run.stderr).not.toBe('')
      const report = JSON.parse(run.stdout) as Report
      return { ...run, report, findings: report.findings.map(({ level, id }) => `${level} ${id}`) }
    },
  }
}
