import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const page = readFileSync(new URL('../../../../docs/fleet.md', import.meta.url), 'utf8')

/** The blocks of docs/fleet.md in a language, by their names. */
const blocks = (language: string): ReadonlyMap<string, string> =>
  new Map(
    [...page.matchAll(/^```(\S+) (\S+)\n([^]*?)^```$/gm)].flatMap(([, found, name = '', text = '']) =>
      found === language ? [[name, text]] : [],
    ),
  )

export const queries = blocks('sql')
export const commands = blocks('sh')

export const blockOf = (of: ReadonlyMap<string, string>, name: string): string => {
  const text = of.get(name)
  if (text === undefined) throw new Error(`docs/fleet.md has no block ${name}`)
  return text
}

/** Runs a command of the page as a person would, in a folder; `programs` are put first on the path. Throws where it fails. */
export const runCommand = (name: string, folder: string, programs: Readonly<Record<string, string>>): void => {
  const bin = join(folder, '.bin')
  mkdirSync(bin, { recursive: true })
  for (const [program, script] of Object.entries(programs)) {
    writeFileSync(join(bin, program), `#!/bin/sh\n${script}\n`)
    chmodSync(join(bin, program), 0o755)
  }
  const { status, stderr } = spawnSync('sh', ['-c', blockOf(commands, name)], {
    cwd: folder,
    env: { ...process.env, PATH: `${bin}:${process.env['PATH'] ?? ''}` },
    encoding: 'utf8',
  })
  // 1: a log has findings, which a fleet has.
  if (status !== 0 && status !== 1) throw new Error(`${name}: ${stderr}`)
}

/** The built tool, as a script for `runCommand`. */
export const builtTool = `exec '${process.execPath}' '${fileURLToPath(new URL('../../bin/active-mode.js', import.meta.url))}' "$@"`
