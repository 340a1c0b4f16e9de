import { saveFailure, validBundles } from '../fuzz/corpus.js'
import { type FuzzReport, runFuzz } from '../fuzz/runFuzz.js'

export interface FuzzCommand {
  readonly runs: number
  readonly from: number
  readonly seed?: number
}

/**
 * A byte-level fuzzer over whole bundles. Every input goes all the way from the bytes to the block. The first three inputs that fail in
 * one way are minimised and saved.
 */
export const fuzz = async ({
  runs,
  from,
  seed = Math.floor(Math.random() * 2 ** 31),
}: FuzzCommand): Promise<number> => {
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
  return report.failures === 0 ? 0 : 1
}
