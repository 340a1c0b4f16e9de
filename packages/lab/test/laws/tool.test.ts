import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const tool = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

const run = (...args: ReadonlyArray<string>) =>
  spawnSync(process.execPath, ['--import', 'tsx', '--conditions=@active-mode/source', tool, 'laws', ...args], {
    encoding: 'utf8',
  })

describe('npm run laws', () => {
  test('ends with one line of JSON on stdout, and talks on stderr', () => {
    const { status, stdout, stderr } = run('--runs', '5', '--seed', '3')
    expect(stdout).toMatch(/^\{"laws":\d+,"runs":5,"failures":0\}\n$/)
    expect(stderr).toContain('seed 3')
    expect(status).toBe(0)
  })

  test.each([
    ['--nonsense', "laws: Unknown option '--nonsense'.\n"],
    ['--runs=0', "laws: --runs wants an integer from 1 to 2147483647, not '0'.\n"],
    ['--law=none', "laws: There is no law 'none'.\n"],
  ])('refuses %s in one sentence', (option, sentence) => {
    const { status, stdout, stderr } = run(option)
    expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: '', stderr: sentence })
  })
})
