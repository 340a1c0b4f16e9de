import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { registryFixture } from '@active-mode/fixtures/registry'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** Runs a command of the README as a person does. */
const run = (command: string, ...args: ReadonlyArray<string>) => {
  const { status, stdout } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: '' },
  })
  return { status, last: stdout.trim().split('\n').at(-1) ?? '', stdout }
}

test('npm start shows a session through a real compaction, every request as promised', () => {
  const { status, stdout, last } = run('npm', 'start')
  expect(last).toMatch(/^\d+ requests, all as promised$/)
  expect(stdout).toContain('## Active mode\n\nposture: director — mode `ship` (agent `ship`)\n')
  expect(status).toBe(0)
})

test.each<[string, ReadonlyArray<string>, object]>([
  ['laws', ['--runs', '20', '--seed', '1'], { runs: 20, failures: 0 }],
  ['fuzz', ['--runs', '50', '--seed', '1'], { runs: 50, failures: 0 }],
  ['soak', ['--turns', '5', '--seed', '1'], { wrong: 0, missing: 0, spurious: 0, errors: 0 }],
  ['soak', ['--generation', '2', '--turns', '5', '--seed', '1'], { wrong: 0, missing: 0, spurious: 0, errors: 0 }],
])('npm run %s -- %s ends with its one JSON line', (script, args, expected) => {
  const { status, last } = run('npm', 'run', script, '--', ...args)
  expect(JSON.parse(last)).toMatchObject(expected)
  expect(status).toBe(0)
})

test('npm run build makes what active-mode runs, and it prints the block of an agent', () => {
  expect(run('npm', 'run', 'build').status).toBe(0)
  const { status, stdout } = run(
    'npx',
    'active-mode',
    'block',
    '--agent',
    'ship',
    '--registry',
    registryFixture('two-modes'),
  )
  expect(stdout).toMatch(/^## Active mode\n\nposture: director — mode `ship` \(agent `ship`\)\n/)
  expect(status).toBe(0)
})
