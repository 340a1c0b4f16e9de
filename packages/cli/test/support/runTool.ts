import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCli } from '../../src/runCli.js'

/** What a run of the tool came to. */
export interface ToolRun {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export interface ToolSettings {
  readonly stdin?: string
  readonly env?: NodeJS.ProcessEnv
  readonly home?: string
  readonly directory?: string
  readonly columns?: number | null
  readonly isTerminal?: { readonly stdout: boolean; readonly stderr: boolean }
}

const dist = new URL('../../dist/', import.meta.url)

/** Runs the tool in this process, without anything of this person's environment. */
export const runTool = async (
  args: ReadonlyArray<string>,
  {
    stdin = '',
    env = {},
    home = '/nowhere',
    directory = '/nowhere',
    columns = null,
    isTerminal = { stdout: false, stderr: false },
  }: ToolSettings = {},
): Promise<ToolRun> => {
  const [stdout, stderr]: [string[], string[]] = [[], []]
  const code = await runCli(
    args,
    {
      stdin: () => Promise.resolve(stdin),
      stdout: (text) => stdout.push(`${text}\n`),
      stdoutRaw: (text) => stdout.push(text),
      drained: () => Promise.resolve(),
      stderr: (text) => stderr.push(`${text}\n`),
      stderrRaw: (text) => stderr.push(text),
      isTerminal,
      columns,
      env,
      home,
      absolute: (path) => resolve(directory, path),
      directory,
      now: () => Date.parse('2026-12-01T00:00:00Z'),
    },
    { page: new URL('page.html', dist), contracts: new URL('contracts.json', dist) },
  )
  return { code, stdout: stdout.join(''), stderr: stderr.join('') }
}

/** A file or folder of the recorded run of a generation of the harness. */
export const recorded = (name: string, generation: 1 | 2 = 1): string =>
  fileURLToPath(new URL(`../recorded${generation === 1 ? '' : '2'}/${name}`, import.meta.url))
