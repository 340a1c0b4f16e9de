import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runCommand as run } from './support/runCommand.js'

const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../../${path}`, import.meta.url)), 'utf8')

test('npm start shows a session through a real compaction, every request as promised', () => {
  const { status, stdout, last } = run('npm', 'start')
  expect(last).toMatch(/^\d+ requests, all as promised$/)
  expect(stdout).toContain('## Active mode\n\nposture: director — mode `ship` (agent `ship`)\n')
  expect(status).toBe(0)
  expect(read('.untracked/compaction.json'), 'what README pictures is what the model received: npm run pages').toBe(
    read('packages/lab/compaction.json'),
  )
})

test.each<[string, ReadonlyArray<string>, object]>([
  ['laws', ['--runs', '20', '--seed', '1'], { runs: 20, failures: 0 }],
  ['fuzz', ['--runs', '50', '--seed', '1'], { runs: 50, failures: 0 }],
])('npm run %s -- %s ends with its one JSON line', (script, args, expected) => {
  const { status, last } = run('npm', 'run', script, '--', ...args)
  expect(JSON.parse(last)).toMatchObject(expected)
  expect(status).toBe(0)
})
