import { toolArguments } from '../../../tools/build/toolArguments.js'
import { saveFailure, validBundles } from './fuzz/corpus.js'
import { type FuzzReport, runFuzz } from './fuzz/runFuzz.js'
import { wholeNumber } from './wholeNumber.js'

/*
 * `npm run fuzz -- --runs N --seed S [--from R]`: a byte-level fuzzer over whole bundles. Every input goes all the way from
 * the bytes to the block. The first three inputs that fail in one way are minimised and saved under packages/fixtures/corpus/;
 * `--seed S --from R --runs 1` has run R again.
 */

const usage = `usage: npm run fuzz [-- [--runs N] [--seed S] [--from R]]
  --runs N  so many inputs (10000)
  --seed S  the same inputs again; without it others each time
  --from R  begin with run R: --seed S --from R --runs 1 has run R again
The last line is one JSON object. Exit 1: an input broke a promise. Exit 2: usage.`

const values = toolArguments('fuzz', usage, {
  runs: { type: 'string', default: '10000' },
  seed: { type: 'string' },
  from: { type: 'string', default: '0' },
})
const runs = wholeNumber('--runs', values.runs)
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : wholeNumber('--seed', values.seed)
const from = wholeNumber('--from', values.from)
const start = performance.now()
const seconds = (): number => (performance.now() - start) / 1000
let said = 0

const talkOfProgress = ({ runs: done, failures, slowest }: FuzzReport): void => {
  if (seconds() - said < 5) return
  said = seconds()
  console.error(
    `fuzz: ${String(done)} of ${String(runs)} runs, ${String(failures)} failures, slowest ${slowest.ms.toFixed(1)} ms`,
  )
}

console.error(`fuzz: ${String(runs)} runs, seed ${String(seed)}`)
const report = runFuzz(validBundles(), {
  runs,
  seed,
  from,
  onProgress: talkOfProgress,
  onFailure: ({ failure, run, minimised }) => {
    console.error(`fuzz: seed ${String(seed)}, run ${String(run)}: ${failure.kind}: ${failure.cause}`)
    if (minimised !== null) console.error(`fuzz:   saved as ${saveFailure(minimised, failure, seed, run)}`)
  },
})
const slowest = { run: report.slowest.run, ms: Number(report.slowest.ms.toFixed(1)) }
console.log(JSON.stringify({ ...report, slowest, seed, seconds: Number(seconds().toFixed(1)) }))
process.exitCode = report.failures === 0 ? 0 : 1
