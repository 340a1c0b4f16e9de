import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runTool } from '../../support/runTool.js'

/** docs/registry.md shows a whole bundle, which is the one that `new` writes: staged as it stands on the page, doctor has nothing to say about it. */

const page = readFileSync(new URL('../../../../../docs/registry.md', import.meta.url), 'utf8')
const home = mkdtempSync(join(tmpdir(), 'registry-page-'))
const settings = { env: { HOME: home }, home, directory: home }

/** The files of the page: a block is one whose line above names its path. */
const files = [...page.matchAll(/^`(~\/\S+)`:\n\n(`{3,}|~{3,})(?:toml|markdown)\n([^]*?)^\2$/gm)].map(
  ([, path = '', , text = '']) => ({ path: path.replace('~', home), text }),
)

beforeAll(() => {
  for (const { path, text } of files) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

test('the page shows every file that new writes, word for word', async () => {
  const empty = mkdtempSync(join(home, 'empty-'))
  const { stdout } = await runTool(['new', 'ship', '--agent', 'ship', '--dry-run', '--json'], {
    env: { HOME: empty },
    home: empty,
    directory: empty,
  })
  const written = (JSON.parse(stdout) as { readonly files: typeof files }).files
    .filter(({ path }) => !path.includes('/.schema/'))
    .map(({ path, text }) => ({ path: path.replace(empty, home), text }))
  const byPath = (list: typeof files) => Object.fromEntries(list.map(({ path, text }) => [path, text]))
  expect(byPath(files)).toEqual(byPath(written))
})

test('doctor finds the bundle of the page whole', async () => {
  const { stdout } = await runTool(['doctor', '--json', '--harness', join(home, 'none')], settings)
  const { findings }: { readonly findings: ReadonlyArray<{ readonly area: string; readonly level: string }> } =
    JSON.parse(stdout)
  const ofRegistry = findings.filter(({ area }) => area === 'registry')
  expect(ofRegistry.length).toBeGreaterThan(0)
  expect(ofRegistry.filter(({ level }) => level !== 'ok')).toEqual([])
})

test('the director of the page gets a whole block with the ledger that the page names', async () => {
  const { code, stdout } = await runTool(['block', '--agent', 'ship'], settings)
  expect(code).toBe(0)
  expect(stdout).toContain('posture: director — mode `ship` (agent `ship`)')
  expect(stdout).toContain('Ledger path: ~/vault/sessions/session-<YYYYMMDD>-<slug>.md')
})

/** The keys of a schema with what they mean, by path. */
const meanings = (schema: unknown, path = ''): ReadonlyArray<readonly [string, string]> => {
  const {
    properties = {},
    items,
    description,
  } = schema as {
    readonly properties?: object
    readonly items?: { readonly properties?: object }
    readonly description?: string
  }
  return [
    ...(description === undefined ? [] : [[path, description] as const]),
    ...Object.entries({ ...properties, ...items?.properties }).flatMap(([key, inner]) =>
      meanings(inner, path === '' ? key : `${path}.${key}`),
    ),
  ]
}

test.each(['mode', 'pack', 'active-mode'])(
  'the table of the keys of %s.toml says of each what its schema says',
  (name) => {
    const [, section = ''] = new RegExp(`^## Keys of \`${name}\\.toml\`\n([^]*?)^## `, 'm').exec(page) ?? []
    const rows = [...section.matchAll(/^\| (`[^|]+`) \| ([^|]*) \|/gm)].flatMap(([, keys = '', meaning = '']) =>
      [...keys.matchAll(/`([^`]+)`/g)].map(([, key = '']) => [key, meaning] as const),
    )
    const schema: unknown = JSON.parse(
      readFileSync(new URL(`../../../../../docs/schema/${name}.v1.json`, import.meta.url), 'utf8'),
    )
    expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(meanings(schema)))
  },
)
