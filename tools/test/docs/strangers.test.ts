import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { strangersIn } from './strangers.js'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** What people read: pages, changesets, and the texts of the programs and of what they write. */
const readable = ['*.md', ':(glob)packages/*/src/**', 'packages/cli/page', 'packages/cli/bin', 'docs/schema']

/** It says why the command is not to be said. */
const warning = 'docs/releasing.md'

const files = execFileSync('git', ['ls-files', ...readable], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && path !== warning && existsSync(join(root, path)))

test.each([
  'npx active-mode doctor',
  'Run `npx active-mode …` in a clone',
  'npx --yes active-mode verify',
  'npx -p @active-mode/cli active-mode audit',
  'npm install -g @active-mode/cli',
  'npm i active-mode',
  'npm exec active-mode',
  'bunx active-mode',
  'pnpm dlx @active-mode/cli',
])('a line that fetches our name from a registry is found: %s', (line) => {
  expect(strangersIn(`before\n${line}\nafter`)).toEqual([line])
})

test.each([
  'active-mode doctor',
  'node packages/cli/dist/cli.js doctor',
  'npm install -g ./active-mode-cli-*.tgz',
  'npm i ./active-mode-cli-0.0.0.tgz',
  'npx tsx --conditions=@active-mode/source tools/schema.ts',
  'npx vitest run --project core; then active-mode doctor',
  'npx -p @active-mode/cli active-mode doctor   # once published',
])('one that does not is not: %s', (line) => {
  expect(strangersIn(line)).toEqual([])
})

test('no page and no message tells anyone to run a package that is not ours', () => {
  expect(files).toEqual(expect.arrayContaining(['README.md', 'docs/registry.md', 'packages/cli/src/cli.ts']))
  expect(
    files.flatMap((path) =>
      strangersIn(readFileSync(join(root, path), 'utf8')).map((line) => `${path}: ${line.trim()}`),
    ),
  ).toEqual([])
})
