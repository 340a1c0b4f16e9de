/** The median of some numbers. */
export const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Uses a result, so that no call can be left out as unused. */
const keep = (result: unknown): void => {
  if (result === keep) throw new Error('bench: a function answered with what it cannot know')
}

/** Nanoseconds that one call of `run` takes, in one batch of `calls`. */
const batch = (run: () => unknown, calls: number): number => {
  const start = process.hrtime.bigint()
  for (let call = 0; call < calls; call += 1) keep(run())
  return Number(process.hrtime.bigint() - start) / calls
}

/** How long one call takes and, measured in turn with it, one of the baseline. Medians, in nanoseconds. */
export interface Pair {
  readonly ns: number
  readonly baselineNs: number
  readonly ratio: number
}

const pairOf = (rounds: ReadonlyArray<readonly [number, number]>): Pair => ({
  ns: median(rounds.map(([ns]) => ns)),
  baselineNs: median(rounds.map(([, ns]) => ns)),
  ratio: median(rounds.map(([ns, baselineNs]) => ns / baselineNs)),
})

/**
 * Measures two functions side by side: A B A B …, so that a machine that slows down slows both. The ratio is the median of
 * the ratios pair by pair.
 */
export const measurePair = (run: () => unknown, baseline: () => unknown, calls: number, rounds = 31): Pair => {
  batch(run, calls)
  batch(baseline, calls)
  return pairOf(Array.from({ length: rounds }, () => [batch(run, calls), batch(baseline, calls)] as const))
}

/** The same for functions that answer later. */
export const measurePairAsync = async (
  run: () => Promise<unknown>,
  baseline: () => unknown,
  calls: number,
  rounds = 31,
): Promise<Pair> => {
  const timed = async (act: () => unknown): Promise<number> => {
    const start = process.hrtime.bigint()
    for (let call = 0; call < calls; call += 1) keep(await act())
    return Number(process.hrtime.bigint() - start) / calls
  }
  await timed(run)
  await timed(baseline)
  const pairs: (readonly [number, number])[] = []
  for (let round = 0; round < rounds; round += 1) pairs.push([await timed(run), await timed(baseline)])
  return pairOf(pairs)
}

/** Without the first quarter, in which the runtime still compiles. */
export const warm = <A>(values: ReadonlyArray<A>): ReadonlyArray<A> => values.slice(values.length / 4)
