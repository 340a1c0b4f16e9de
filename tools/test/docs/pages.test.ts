import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { anchorsOf, blocksOf, linksOf, spansOf } from './markdown.js'

/*
 * Nothing in the pages that people start from is untested: their data is read, their commands are looked up, their
 * examples are run, and their links are followed.
 */

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (...path: ReadonlyArray<string>): string => readFileSync(join(root, ...path), 'utf8')

const packages = readdirSync(join(root, 'packages'))
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/architecture.md',
  'docs/registry.md',
  'docs/releasing.md',
  'docs/style.md',
  'docs/tour.md',
  ...packages.map((name) => `packages/${name}/README.md`),
]
const knownLanguages = ['', 'diff', 'json', 'markdown', 'mermaid', 'sh', 'text', 'toml', 'ts']

const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(read('package.json'))
/** A command of the tool is a folder with a `command.ts`. */
const tool = join(root, 'packages/cli/src')
const commands = readdirSync(tool).filter((name) => existsSync(join(tool, name, 'command.ts')))

interface Validate {
  (value: unknown): boolean
  readonly errors?: unknown
}

/** The validator is the adapter's own dev dependency; another version of it lies at the root. */
const optionsSchema = JSON.parse(read('packages/harness-adapter/options.schema.json'))
const validator = createRequire(join(root, 'packages/harness-adapter/package.json'))('ajv') as {
  readonly Ajv: new () => { readonly compile: (schema: unknown) => Validate }
}
const areOptions = new validator.Ajv().compile(optionsSchema)

/** The options of every plugin tuple anywhere in a value. */
const pluginOptions = (value: unknown): ReadonlyArray<unknown> => {
  if (typeof value !== 'object' || value === null) return []
  if (
    Array.isArray(value) &&
    value.length === 2 &&
    /active-mode|harness-adapter/.test(String(value[0])) &&
    typeof value[1] === 'object'
  )
    return [value[1]]
  return Object.values(value).flatMap(pluginOptions)
}

const checkJson = (text: string): void => {
  for (const options of pluginOptions(JSON.parse(text)))
    expect(areOptions(options), `${JSON.stringify(options)}: ${JSON.stringify(areOptions.errors)}`).toBe(true)
}

/** What a page says of this project's own commands, and that there are such. */
const checkCommands = (text: string): void => {
  for (const [, script, lifecycle] of text.matchAll(/\bnpm (?:run (?:-\S+ )*([\w:-]+)|(start|test)\b)/g))
    expect(Object.keys(scripts)).toContain(script ?? lifecycle)
}

const checkShell = (text: string): void => {
  const lines = text
    .replace(/\\\n/g, ' ')
    .split('\n')
    .map((line) => line.replace(/(?:^|\s)#.*$/, '').trim())
  for (const line of lines.filter((one) => one !== ''))
    for (const command of line.split(/\s*(?:&&|\||;)\s*/).map((one) => one.replace(/^(?:[A-Z_]+=\S+ )+/, ''))) {
      const [program = '', ...args] = command.split(/\s+/)
      if (program === 'active-mode') expect(commands).toContain(args[0])
      else if (program === 'npx')
        expect(existsSync(join(root, 'node_modules/.bin', args.find((arg) => !arg.startsWith('-')) ?? ''))).toBe(true)
      else
        expect(['cat', 'cd', 'cp', 'find', 'git', 'jq', 'mkdir', 'npm', 'sha256sum', 'sort', 'xargs']).toContain(
          program,
        )
    }
}

/** Runs an example as a person would who copies it into a file of the workspace. */
const runExample = (name: string, text: string): void => {
  const file = join(root, '.untracked/examples', `${name}.ts`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/tsx/dist/cli.mjs'), '--conditions=@active-mode/source', file],
    { cwd: root, encoding: 'utf8' },
  )
  expect(status, stderr).toBe(0)
}

/** What a diff of a page changes: the file that its first line names, and of each hunk the lines that are there before it, and those after. */
const hunksOf = (
  diff: string,
): { readonly file: string; readonly hunks: ReadonlyArray<{ readonly before: string; readonly after: string }> } => {
  const [head = '', ...lines] = diff.trimEnd().split('\n')
  const side = (hunk: string, signs: string): string =>
    hunk
      .split('\n')
      .filter((line) => signs.includes(line.charAt(0)))
      .map((line) => `${line.slice(1)}\n`)
      .join('')
  const hunks = lines
    .join('\n')
    .split(/^@@\n/m)
    .map((hunk) => hunk.trimEnd())
  return {
    file: head.replace(/^--- /, ''),
    hunks: hunks.map((hunk) => ({ before: side(hunk, ' -'), after: side(hunk, ' +') })),
  }
}

/** That a diff can be applied: whole lines of its file, in one place of it and no other, that are not yet as the diff wants them. */
const checkDiff = (diff: string): void => {
  const { file, hunks } = hunksOf(diff)
  const source = `\n${read(file)}`
  for (const { before, after } of hunks) {
    expect(source.split(`\n${before}`).length - 1, `${file} has, in one place:\n${before}`).toBe(1)
    expect(source.includes(`\n${after}`), `${file} has it already:\n${after}`).toBe(false)
  }
}

const isRepositoryPath = (span: string): boolean =>
  /^(?:packages|docs|tools)\/[\w./-]+$/.test(span) && !/\/dist\/|\b(?:NAME|SLUG|VERSION)\b/.test(span)

describe.each(pages)('%s', (page) => {
  const text = read(page)

  for (const { language, text: block, line } of blocksOf(text))
    test(`holds what it promises in the block at line ${String(line)} (${language || 'plain'})`, () => {
      expect(knownLanguages).toContain(language)
      if (language === 'diff') checkDiff(block)
      if (language === 'json') checkJson(block)
      if (language === 'sh') checkShell(block)
      if (language === 'ts') runExample(`${page.replaceAll('/', '-')}-${String(line)}`, block)
    }, 120_000)

  test('names scripts that are there', () => checkCommands(text))

  test('names files that are there', () => {
    const paths = [
      ...spansOf(text),
      ...blocksOf(text)
        .filter(({ language }) => language === 'sh')
        .flatMap(({ text: block }) => block.split(/\s+/)),
    ].filter(isRepositoryPath)
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  test('shows options that the plugin takes', () => {
    for (const span of spansOf(text).filter((one) => /^(?:\["|\{ ")/.test(one))) checkJson(span)
  })

  test('links to what is there', () => {
    for (const link of linksOf(text).filter((one) => !/^[a-z]+:/.test(one))) {
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? join(root, page) : join(root, dirname(page), path)
      expect(existsSync(target), relative(root, target)).toBe(true)
      if (anchor !== undefined) expect(anchorsOf(readFileSync(target, 'utf8'))).toContain(anchor)
    }
  })
})

test('README.md describes every option and no other', () => {
  const [, section = ''] = /^## Options\n([^]*?)^## /m.exec(read('README.md')) ?? []
  expect([...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)).toEqual(
    Object.keys(optionsSchema.properties),
  )
})
