import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { recorded, runTool } from '../../support/runTool.js'

vi.mock('@photostructure/sqlite', () => {
  throw new Error('Cannot find package')
})

test('without the optional SQLite reader --store says so and points to --export, which works', async () => {
  const { code, stdout, stderr } = await runTool([
    'audit',
    '--log',
    recorded('decisions'),
    '--store',
    recorded('opencode.db'),
  ])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/^active-mode: --store needs the optional package @photostructure\/sqlite.*--export FILE.*\n$/)
  expect((await runTool(['audit', '--log', recorded('decisions'), '--export', recorded('export.json')])).code).toBe(0)
})

test("without it this person's own store is said to be unread, also with --quiet, and --require-store is not content", async () => {
  const home = mkdtempSync(join(tmpdir(), 'active-mode-no-reader-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const data = join(home, '.local', 'share', 'opencode')
  mkdirSync(data, { recursive: true })
  copyFileSync(recorded('opencode.db'), join(data, 'opencode.db'))
  cpSync(recorded('decisions'), join(home, '.local', 'state', 'active-mode', 'decisions'), { recursive: true })
  const audit = (...args: ReadonlyArray<string>) => runTool(['audit', ...args], { home, directory: home })
  const { code, stdout } = await audit('--quiet')
  expect(code).toBe(0)
  expect(stdout).toMatch(/session store was not read.*@photostructure\/sqlite/)
  expect(stdout).not.toMatch(/\b0 turns/)
  expect(stdout).toContain('no findings in what was read')
  expect(
    (JSON.parse((await audit('--json')).stdout) as { notices: ReadonlyArray<{ id: string }> }).notices.map(
      ({ id }) => id,
    ),
  ).toEqual(['store-not-read'])
  expect((await audit('--require-store')).code).toBe(2)
})
