import { expect, test, vi } from 'vitest'
import { recorded, runTool } from '../support/runTool.js'

vi.mock('better-sqlite3', () => {
  throw new Error('Cannot find package')
})

test('without the optional SQLite reader --store says so and points to --export, which works', async () => {
  const { code, stdout, stderr } = await runTool(['audit', '--log', recorded('decisions'), '--store', recorded('opencode.db')])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/^active-mode: --store needs the optional package better-sqlite3.*--export FILE.*\n$/)
  expect((await runTool(['audit', '--log', recorded('decisions'), '--export', recorded('export.json')])).code).toBe(0)
})
