import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Posture } from '@active-mode/core'
import { registryFiles } from '@active-mode/fixtures/registry'
import type { Failure } from './examine.js'
import type { FuzzBundle } from './FuzzBundle.js'
import type { ValidBundles } from './runFuzz.js'

/** What is known of a case of the corpus, in its `expect.json`. */
interface Expectation {
  readonly about: string
  /** Whether the fuzzer starts from this case, too. It has to be a whole mode. */
  readonly start?: true
  /** How the fuzzer found it. */
  readonly found?: { readonly seed: number; readonly run: number; readonly failure: string }
  /** What some agents are, as `summaryOf` says it. */
  readonly postures?: Readonly<Record<string, string>>
}

export interface CorpusCase {
  readonly slug: string
  /** A registry root with the one bundle in it. */
  readonly root: string
  readonly bundle: FuzzBundle
  readonly expectation: Expectation
}

const corpusFolder = fileURLToPath(new URL('../../../fixtures/corpus', import.meta.url))

const foldersIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
    .toSorted()

/** Every case, by name. */
export const readCorpus = (): ReadonlyArray<CorpusCase> =>
  foldersIn(corpusFolder).map((slug) => {
    const root = join(corpusFolder, slug)
    const [directory, ...more] = foldersIn(root)
    if (directory === undefined || more.length > 0) throw new Error(`corpus: ${slug} wants exactly one bundle`)
    const expectation: Expectation = JSON.parse(readFileSync(join(root, 'expect.json'), 'utf8'))
    const files = Object.fromEntries(
      readdirSync(join(root, directory)).map((name) => [name, readFileSync(join(root, directory, name))]),
    )
    return { slug, root, bundle: { directory, files }, expectation }
  })

/** Saves a bundle that failed as a case, without saying what is right, and answers with its folder. */
export const saveFailure = (
  bundle: FuzzBundle,
  { kind, cause }: Failure,
  seed: number,
  run: number,
  folder: string = corpusFolder,
): string => {
  const root = join(folder, `found-${kind}-${String(seed)}-${String(run)}`)
  mkdirSync(join(root, bundle.directory), { recursive: true })
  for (const [name, bytes] of Object.entries(bundle.files)) writeFileSync(join(root, bundle.directory, name), bytes)
  const expectation: Expectation = { about: 'Not looked at yet.', found: { seed, run, failure: `${kind}: ${cause}` } }
  writeFileSync(join(root, 'expect.json'), `${JSON.stringify(expectation, null, 2)}\n`)
  return root
}

const encoder = new TextEncoder()

const fixtureBundle = (mode: string, name = mode): FuzzBundle => {
  const files = registryFiles('three-modes')
  return {
    directory: name,
    files: Object.fromEntries(
      ['mode.toml', 'pack.toml', 'card.md'].map((file) => [
        file,
        encoder.encode((files[`${mode}/${file}`] ?? '').replaceAll(`"${mode}"`, `"${name}"`)),
      ]),
    ),
  }
}

/** The bundles of the fixtures, and those cases of the corpus that are valid in an unusual way. */
export const validBundles = (): ValidBundles => ({
  start: [
    fixtureBundle('haul'),
    fixtureBundle('ship'),
    fixtureBundle('explore'),
    ...readCorpus().flatMap(({ expectation, bundle }) => (expectation.start === true ? [bundle] : [])),
  ],
  neighbour: fixtureBundle('explore', 'neighbour'),
})

/** A posture in a few words. */
export const summaryOf = (posture: Posture): string => {
  switch (posture._tag) {
    case 'director':
      return `director ${posture.mode}`
    case 'degraded':
      return `degraded ${posture.mode}: ${posture.missing.map(({ part, why }) => `${part} (${why})`).join(', ')}`
    case 'copilot':
      return 'copilot'
    case 'unresolvable':
      return `unresolvable: ${posture.reasons.map(({ _tag }) => _tag).join(', ')}`
  }
}
