import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runTool } from '../../support/runTool.js'

/** docs/registry.md shows a whole bundle: staged as it stands on the page, doctor has nothing to say about it. */

const page = readFileSync(new URL('../../../../../docs/registry.md', import.meta.url), 'utf8')
const registry = '~/.config/opencode/modes/'
const home = mkdtempSync(join(tmpdir(), 'registry-page-'))

/** The files of the page: each block begins with a comment that names its file. */
const files = [...page.matchAll(/^(`{3,}|~{3,})(?:toml|markdown)\n([^]*?)^\1$/gm)].map(([, , text = '']) => ({
  path: /^(?:#|<!--) (\S+)/.exec(text)?.[1] ?? '',
  text,
}))

beforeAll(() => {
  for (const { path, text } of files) {
    const file = path.replace('~', home)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  const agent = join(home, '.config/opencode/agent/ship.md')
  mkdirSync(dirname(agent))
  writeFileSync(agent, '---\nmode: primary\n---\nYou direct.\n')
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

test('the page shows every file of a bundle, and the file of the registry', () => {
  expect(files.map(({ path }) => path)).toEqual([
    `${registry}ship/mode.toml`,
    `${registry}ship/pack.toml`,
    `${registry}ship/card.md`,
    `${registry}active-mode.toml`,
  ])
})

test('doctor finds the bundle of the page whole', async () => {
  const { stdout } = await runTool(['doctor', '--json', '--harness', join(home, 'none')], {
    env: { HOME: home },
    home,
    directory: home,
  })
  const { findings }: { readonly findings: ReadonlyArray<{ readonly area: string; readonly level: string }> } =
    JSON.parse(stdout)
  const ofRegistry = findings.filter(({ area }) => area === 'registry')
  expect(ofRegistry.length).toBeGreaterThan(0)
  expect(ofRegistry.filter(({ level }) => level !== 'ok')).toEqual([])
})

test('the director of the page gets a whole block with the ledger that the page names', async () => {
  const { code, stdout } = await runTool(['block', '--agent', 'ship'], { env: { HOME: home }, home, directory: home })
  expect(code).toBe(0)
  expect(stdout).toContain('posture: director — mode `ship` (agent `ship`)')
  expect(stdout).toContain('Ledger path: ~/vault/sessions/session-<YYYYMMDD>-<slug>.md')
})
