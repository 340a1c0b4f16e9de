import { writeFileSync } from 'node:fs'
import { decidePosture } from '@active-mode/core'
import { brokenLawText, type Law, lawsOf, lawsPage } from '@active-mode/fixtures'

/** Cases a chunk: laws are checked in chunks, so that memory does not grow with the runs. */
const chunkRuns = 10_000

export interface LawsCommand {
  readonly runs: number
  readonly seed?: number
  readonly law?: string
  readonly path?: string
  readonly page?: boolean
}

interface Wanted {
  readonly runs: number
  readonly seed: number
  readonly path: string | undefined
  readonly laws: ReadonlyArray<Law>
}

const talk = (text: string): void => {
  process.stderr.write(`${text}\n`)
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

/** Every law at scale; `page` writes docs/laws.md instead. Answers with the exit code, or with what is wrong with the options. */
export const laws = async (options: LawsCommand): Promise<number | string> => {
  const all = lawsOf(decidePosture)
  if (options.page === true) {
    writeFileSync(new URL('../../../../docs/laws.md', import.meta.url), lawsPage(all))
    talk('laws: docs/laws.md is written.')
    return 0
  }
  const { runs, seed = Math.floor(Math.random() * 2 ** 31), path, law: named } = options
  const chosen = named === undefined ? all : all.filter(({ name }) => name === named)
  if (chosen.length === 0) return `There is no law '${String(named)}'`
  if (path !== undefined && (named === undefined || options.seed === undefined)) return '--path wants --law and --seed'
  talk(`laws: ${String(chosen.length)} laws, ${String(runs)} runs each, seed ${String(seed)}`)
  const failures = chosen.filter((law, place) => !holds(law, place, { runs, seed, path, laws: chosen })).length
  talk(`laws: ${String(failures)} broken, ${(process.memoryUsage.rss() / 2 ** 20).toFixed(0)} MiB resident`)
  process.stdout.write(`${JSON.stringify({ laws: chosen.length, runs, failures })}\n`)
  return failures === 0 ? 0 : 1
}
