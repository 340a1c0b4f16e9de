import { spawnSync } from 'node:child_process'
import { chmodSync, closeSync, copyFileSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { registryFixture } from '@active-mode/fixtures/registry'
import { recorded } from '../support/runTool.js'

const bin = fileURLToPath(new URL('../../bin/active-mode.js', import.meta.url))
const log = ['--log', recorded('decisions')] as const
const withStore = [...log, '--export', recorded('export.json')] as const
const stackTrace = /\n\s+at |node:internal|file:\/\/.*\.js:\d+/

const scratch = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'active-mode-streams-'))
  chmodSync(folder, 0o755)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Runs the built tool in a shell that does to its streams and its surroundings what a person's shell can. */
const shell = (script: string, env: NodeJS.ProcessEnv = process.env) =>
  spawnSync('bash', ['-c', script, 'bash', process.execPath, bin, ...withStore], {
    encoding: 'utf8',
    env,
    timeout: 60_000,
  })

const tool = '"$1" "$2"'
const given = '"${@:3}"'

/** A log with a finding: exit code 1 wherever its report can be written. */
const withFinding = (): string => {
  const folder = join(scratch(), 'log')
  mkdirSync(folder)
  copyFileSync(recorded('campaign.json'), join(folder, 'ses_a.jsonl'))
  return folder
}

describe('a stream that cannot be written is exit code 2 and one sentence, and a reader that has seen enough is no error', () => {
  const commands: ReadonlyArray<readonly [string, string]> = [
    ['audit', `audit ${given}`],
    ['audit --json', `audit ${given} --json --rows`],
    ['audit --html -', `audit ${given} --html - --quiet`],
    ['block', `block --agent ship --registry '${registryFixture('three-modes')}'`],
    ['doctor', 'doctor --harness /nowhere/opencode'],
    [
      'decide',
      `decide <<< '{"sessionInfo":{"_tag":"known","sessionId":"a","agent":"b"},"bundle":{"_tag":"absent"},"switchStream":{"_tag":"unread"}}'`,
    ],
    ['--help', '--help'],
  ]

  test.each(commands)('%s to a full disk', (_, command) => {
    const { status, stderr } = shell(`${tool} ${command} > /dev/full`)
    expect(stderr).toMatch(/active-mode: stdout cannot be written \(ENOSPC[^\n]*\n$/)
    expect(stderr).not.toMatch(stackTrace)
    expect(status).toBe(2)
  })

  test('a page that does not fit on the disk', () => {
    const { status, stdout, stderr } = shell(`${tool} audit ${given} --html /dev/full`)
    expect(stderr).toMatch(/^active-mode: \/dev\/full cannot be written .*\n$/)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  })

  test('talk that cannot be written is a failed write as well', () => {
    expect(
      shell(`${tool} block --agent nobody --registry '${registryFixture('three-modes')}' 2> /dev/full`).status,
    ).toBe(2)
    expect(shell(`${tool} audit --log /nowhere 2> /dev/full`).status).toBe(2)
  })

  test.each(commands)('%s to a reader that goes away', (_, command) => {
    const { stderr } = shell(`${tool} ${command} | true`)
    expect(stderr).not.toMatch(stackTrace)
    expect(stderr).not.toContain('EPIPE')
    expect(shell(`set -o pipefail; ${tool} audit ${given} --json --rows | head -c 1`).status).toBe(0)
  })

  test.each(commands)('%s with closed streams', (_, command) => {
    const { status, stderr } = shell(`${tool} ${command} >&-`)
    expect(stderr).not.toMatch(stackTrace)
    expect([0, 1]).toContain(status)
    expect(shell(`${tool} ${command} 2>&-`).stderr).toBe('')
    expect(shell(`${tool} ${command} >&- 2>&- <&-`).status).not.toBeNull()
  })

  test('1 is findings and nothing else', () => {
    const folder = withFinding()
    expect(shell(`${tool} audit --log ${folder}`).status).toBe(1)
    expect(shell(`${tool} audit --log ${folder} > /dev/full`).status).toBe(2)
    expect(shell(`set -o pipefail; ${tool} audit --log ${folder} | true`).status).toBe(1)
  })

  test('stdin that is a folder, or closed', () => {
    for (const stdin of ['< /', '<&-', '< /dev/null']) {
      const { status, stdout, stderr } = shell(`${tool} decide ${stdin}`)
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
      expect(stderr).toMatch(/^active-mode: stdin [^\n]*\n$/)
    }
  })
})

describe('without a home or a working folder', () => {
  /** Root of nobody's name: no HOME, and no entry that names a home. */
  const homeless = (args: ReadonlyArray<string>) => {
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== 'HOME'))
    return spawnSync(process.execPath, [bin, ...args], {
      encoding: 'utf8',
      env,
      ...(process.getuid?.() === 0 ? { uid: 54_321, gid: 54_321 } : {}),
    })
  }

  test.skipIf(process.getuid?.() !== 0)('whoever has no home is told so where one is needed, and else served', () => {
    expect(homeless(['audit', ...withStore])).toMatchObject({ status: 0, stderr: '' })
    for (const command of [['audit'], ['block', '--agent', 'ship'], ['doctor']]) {
      const { status, stdout, stderr } = homeless(command)
      expect({ command, status, stdout }).toEqual({ command, status: 2, stdout: '' })
      expect(stderr).toMatch(/^active-mode: .*home.*\n$/)
    }
  })

  test('a working folder that is gone costs relative paths only', () => {
    const gone = (command: string) => shell(`d=$(mktemp -d) && cd "$d" && rmdir "$d" && ${tool} ${command}`)
    expect(gone(`audit ${given}`)).toMatchObject({ status: 0, stderr: '' })
    for (const command of ['audit --log decisions', 'audit --log / --html page.html']) {
      const { status, stdout, stderr } = gone(command)
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
      expect(stderr).toMatch(/^active-mode: .*\n$/)
    }
    for (const command of ['doctor --harness /nowhere/opencode', 'block --agent ship']) {
      const { status, stderr } = gone(command)
      expect(stderr).not.toMatch(stackTrace)
      expect([0, 1, 2]).toContain(status)
    }
  })
})

test('a block on a pipe is the block, and on a terminal it ends its line', () => {
  const command = `${process.execPath} ${bin} block --agent ship --registry ${registryFixture('three-modes')}`
  const piped = spawnSync('bash', ['-c', command], { encoding: 'utf8' }).stdout
  expect(piped.endsWith('<!-- /active-mode -->')).toBe(true)
  const terminal = openSync('/dev/null', 'r')
  try {
    const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], {
      encoding: 'utf8',
      stdio: [terminal, 'pipe', 'pipe'],
    })
    expect(stdout.replaceAll('\r\n', '\n')).toBe(`${piped}\n`)
  } finally {
    closeSync(terminal)
  }
})
