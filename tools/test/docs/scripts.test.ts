import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
  scripts: Readonly<Record<string, string>>
}

/** The scripts that are programs of ours: what npm puts before their arguments. */
const own = Object.entries(scripts).flatMap(([name, command]) =>
  command.startsWith('tsx ') ? [[name, command.split(' ').slice(1)] as const] : [],
)

const run = (command: ReadonlyArray<string>, ...args: ReadonlyArray<string>) =>
  spawnSync(process.execPath, ['--import', 'tsx', ...command, ...args], {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
  })

describe.each(own)('npm run %s', (_, command) => {
  test('-- --help is the usage, on stdout, and nothing else happens', () => {
    const { status, stdout, stderr } = run(command, '--help')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(/^usage: npm /)
  })

  test('-- --nonsense is one sentence and exit code 2', () => {
    const { status, stdout, stderr } = run(command, '--nonsense')
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(/^[a-z]+: Unknown option '--nonsense'[^\n]*\n$/)
  })
})

test('there are such scripts', () => {
  expect(own.map(([name]) => name)).toEqual(
    expect.arrayContaining(['soak', 'bench', 'laws', 'fuzz', 'matrix', 'availability', 'start', 'build']),
  )
})
