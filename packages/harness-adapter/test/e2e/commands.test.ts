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
