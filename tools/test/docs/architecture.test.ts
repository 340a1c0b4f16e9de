import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test('the pictures in docs/architecture.md are those of the import graph', () => {
  const root = fileURLToPath(new URL('../../../', import.meta.url))
  const { status, stderr } = spawnSync(
    process.execPath,
    ['node_modules/tsx/dist/cli.mjs', 'tools/architecture.ts', '--check'],
    { cwd: root, encoding: 'utf8' },
  )
  expect(status, `${stderr}\nnpm run architecture draws them anew`).toBe(0)
}, 120_000)
