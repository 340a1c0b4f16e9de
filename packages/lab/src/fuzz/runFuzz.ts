import { createExamine, type Examination, type Failure } from './examine.js'
import type { FuzzBundle } from './FuzzBundle.js'
import { minimise } from './minimise.js'
import { mutate } from './mutate.js'
import { type Pipeline, pipeline as realPipeline } from './Pipeline.js'
import { type Choices, createRandom } from './Random.js'

/** What to run, and on what. */
export interface FuzzOptions {
  readonly runs: number
  readonly seed: number
  /** The first run; the runs before it are not needed to have it again. */
  readonly from?: number
  readonly pipeline?: Pipeline
  /** How long one failure may be minimised, in milliseconds. */
  readonly minimiseMs?: number
  readonly onProgress?: (report: FuzzReport) => void
  readonly onFailure?: (found: FoundFailure) => void
}

/** An input that broke a promise. It is minimised, and to be kept, if it is one of the first that did it in this way. */
export interface FoundFailure {
  readonly failure: Failure
  readonly run: number
  readonly minimised: FuzzBundle | null
}

export interface FuzzReport {
  readonly runs: number
  /** Inputs that broke a promise. */
  readonly failures: number
  /** How many inputs failed, by kind and cause. */
  readonly causes: Readonly<Record<string, number>>
  /** Inputs that were modes all the same; and those that kept both their parts. A fuzzer that breaks everything tests nothing. */
  readonly modes: number
  readonly whole: number
  /** The input that would have held one request longest, and how long, in milliseconds. */
  readonly slowest: { readonly run: number; readonly ms: number }
}

/** The valid bundles to start from, and one that stands beside each input. */
export interface ValidBundles {
  readonly start: Choices<FuzzBundle>
  readonly neighbour: FuzzBundle
}

/** How many inputs that fail in one way are minimised. */
const keptOfOneCause = 3

/** The input of a run. */
export const inputOf = ({ start }: ValidBundles, seed: number, run: number): FuzzBundle =>
  mutate(start, createRandom(seed, run))

/** Mutates valid bundles and examines what becomes of them. */
export const runFuzz = (valid: ValidBundles, options: FuzzOptions): FuzzReport => {
  const { runs, seed, from = 0, pipeline = realPipeline, minimiseMs = 8_000, onProgress, onFailure } = options
  const examine = createExamine(pipeline, valid.neighbour)
  const kept = new Set<string>()
  let report: FuzzReport = { runs: 0, failures: 0, causes: {}, modes: 0, whole: 0, slowest: { run: from, ms: 0 } }
  const minimisedOnce = (bundle: FuzzBundle, failure: Failure): FuzzBundle | null => {
    if ((report.causes[nameOf(failure)] ?? 0) >= keptOfOneCause) return null
    const smallest = minimise(bundle, minimiseMs, (candidate) =>
      examine(candidate).failures.some((each) => nameOf(each) === nameOf(failure)),
    )
    const text = JSON.stringify(
      Object.entries(smallest.files).map(([name, bytes]) => [name, Buffer.from(bytes).toString('latin1')]),
    )
    return kept.has(text) ? null : (kept.add(text), smallest)
  }
  for (let run = from; run < from + runs; run += 1) {
    const bundle = inputOf(valid, seed, run)
    const examination = examine(bundle)
    for (const failure of examination.failures) onFailure?.({ failure, run, minimised: minimisedOnce(bundle, failure) })
    report = counted(report, run, examination)
    onProgress?.(report)
  }
  return report
}

const nameOf = ({ kind, cause }: Failure): string => `${kind}: ${cause}`

const counted = (
  report: FuzzReport,
  run: number,
  { failures, isMode, isWhole, elapsedMs }: Examination,
): FuzzReport => ({
  runs: report.runs + 1,
  failures: report.failures + Number(failures.length > 0),
  causes:
    failures.length === 0
      ? report.causes
      : {
          ...report.causes,
          ...Object.fromEntries(failures.map(nameOf).map((name) => [name, (report.causes[name] ?? 0) + 1])),
        },
  modes: report.modes + Number(isMode),
  whole: report.whole + Number(isWhole),
  slowest: elapsedMs > report.slowest.ms ? { run, ms: elapsedMs } : report.slowest,
})
