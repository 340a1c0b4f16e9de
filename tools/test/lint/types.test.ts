import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'active-mode-lint-'))
  copyFileSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { strict: true, target: 'es2023', module: 'nodenext', types: [] } }),
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const lint = (code: string) => {
  writeFileSync(join(folder, 'code.ts'), code)
  const { status, stdout } = spawnSync(join(root, 'node_modules/.bin/oxlint'), ['code.ts'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}` },
  })
  return { status, rules: [...stdout.matchAll(/typescript\(([a-z-]+)\)/g)].map(([, rule]) => rule) }
}

// A linter that does not come to the types says nothing, and would pass.
describe('the rules that need types', () => {
  test('a promise that nobody waits for', () => {
    expect(lint('const later = async (): Promise<void> => undefined\nlater()\n')).toEqual({
      status: 1,
      rules: ['no-floating-promises'],
    })
  })

  test('a switch that forgets a case', () => {
    expect(
      lint(
        "export const f = (x: 'a' | 'b'): number => {\n  switch (x) {\n    case 'a':\n      return 1\n  }\n  return 2\n}\n",
      ),
    ).toEqual({ status: 1, rules: ['switch-exhaustiveness-check'] })
  })

  test('nothing against the same code made right', () => {
    expect(lint('const later = async (): Promise<void> => undefined\nawait later()\nexport {}\n')).toEqual({
      status: 0,
      rules: [],
    })
  })
})
