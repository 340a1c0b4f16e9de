import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { decidePosture } from '@active-mode/core'
import type { Law } from '@active-mode/fixtures'
import { brokenLawText, lawsOf, lawsPage } from '@active-mode/fixtures'

// npm run laws -- --runs N --seed S [--law NAME [--path P]]
// Every law at scale, in chunks, so that memory does not grow with the runs. `--page` writes docs/laws.md instead.

const chunkRuns = 10_000

const usage = `usage: npm run laws [-- [--runs N] [--seed S] [--law NAME [--path P]] | --page]
  --runs N    so many cases a law (1000)
  --seed S    the same cases again; without it others each time
  --law NAME  only that law; docs/laws.md has the names
  --path P    with --law and --seed: the one case that a failure named
  --page      write docs/laws.md and run nothing
The last line is one JSON object. Exit 1: a law is broken. Exit 2: usage.`

interface Wanted {
  readonly runs: number
  readonly seed: number
  readonly path: string | undefined
  readonly laws: ReadonlyArray<Law>
  readonly isPage: boolean
}

const talk = (text: string): void => {
  process.stderr.write(`${text}\n`)
}

/** Node's own complaints go on with advice. */
const firstSentence = (text: string): string => `${(text.split(/\.\s|\n/)[0] ?? '').replace(/\.$/, '')}.`

const integer = (name: string, text: string, least: number): number => {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < least || value >= 2 ** 31)
    throw new Error(`--${name} wants an integer from ${String(least)} to ${String(2 ** 31 - 1)}, not '${text}'`)
  return value
}

const readOptions = (): Wanted => {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string' },
      seed: { type: 'string' },
      law: { type: 'string' },
      path: { type: 'string' },
      page: { type: 'boolean' },
    },
  })
  const all = lawsOf(decidePosture)
  const laws = values.law === undefined ? all : all.filter(({ name }) => name === values.law)
  if (laws.length === 0) throw new Error(`There is no law '${String(values.law)}'`)
  if (values.path !== undefined && (values.law === undefined || values.seed === undefined))
    throw new Error('--path wants --law and --seed')
  return {
    runs: integer('runs', values.runs ?? '1000', 1),
    seed: values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : integer('seed', values.seed, 0),
    path: values.path,
    laws,
    isPage: values.page === true,
  }
}

/** The seed of a chunk. The first has the seed itself, so that a printed seed and path lead back to the failure. */
const seedOf = (seed: number, chunk: number): number =>
  chunk === 0 ? seed : Math.imul(seed ^ Math.imul(chunk, 0x9e3779b1), 0x85ebca6b) >>> 1

/** Whether the law held in all its runs. Says so, or how it failed, on stderr. */
const holds = (law: Law, place: number, { runs, seed, path, laws }: Wanted): boolean => {
  const label = `${String(place + 1).padStart(3)}/${String(laws.length)} ${law.name}`
  const start = performance.now()
  let said = start
  for (let chunk = 0; chunk * chunkRuns < runs; chunk += 1) {
    const numRuns = Math.min(chunkRuns, runs - chunk * chunkRuns)
    const outcome = law.check({ numRuns, seed: seedOf(seed, chunk), ...(path === undefined ? {} : { path }) })
    if (outcome._tag === 'broken') {
      talk(`${label}: ${brokenLawText(law, outcome)}`)
      return false
    }
    if (performance.now() - said > 5000) {
      said = performance.now()
      talk(`${label}: ${String(chunk * chunkRuns + numRuns)} of ${String(runs)} runs`)
    }
  }
  talk(`${label}: held, ${((performance.now() - start) / 1000).toFixed(1)} s`)
  return true
}

const main = (): number => {
  if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) {
    process.stdout.write(`${usage}\n`)
    return 0
  }
  let wanted: Wanted
  try {
    wanted = readOptions()
  } catch (error) {
    talk(`laws: ${firstSentence(error instanceof Error ? error.message : String(error))}`)
    return 2
  }
  if (wanted.isPage) {
    writeFileSync(new URL('../../../docs/laws.md', import.meta.url), lawsPage(lawsOf(decidePosture)))
    talk('laws: docs/laws.md is written.')
    return 0
  }
  talk(`laws: ${String(wanted.laws.length)} laws, ${String(wanted.runs)} runs each, seed ${String(wanted.seed)}`)
  const failures = wanted.laws.filter((law, place) => !holds(law, place, wanted)).length
  talk(`laws: ${String(failures)} broken, ${(process.memoryUsage.rss() / 2 ** 20).toFixed(0)} MiB resident`)
  process.stdout.write(`${JSON.stringify({ laws: wanted.laws.length, runs: wanted.runs, failures })}\n`)
  return failures === 0 ? 0 : 1
}

process.exitCode = main()
