import fc from 'fast-check'

/** Things to choose one of; there is at least one. */
export type Choices<A> = readonly [A, ...ReadonlyArray<A>]

/** Choices that a seed determines. */
export interface Random {
  /** A whole number from 0 up to, not including, `count`; 0 where there is nothing to choose from. */
  readonly below: (count: number) => number
  readonly pick: <A>(items: Choices<A>) => A
  /** True once in so many times. */
  readonly oneIn: (times: number) => boolean
}

const numbers = fc.infiniteStream(fc.integer({ min: 0, max: 2 ** 30 - 1 }), { noHistory: true })

/** The choices of one run. Each run has its own, so that it can be had again without the runs before it. */
export const createRandom = (seed: number, run: number): Random => {
  const [stream] = fc.sample(numbers, { seed: seed ^ Math.imul(run + 1, 0x9e3779b1), numRuns: 1 })
  const below = (count: number): number =>
    count <= 1 ? 0 : Math.floor(((stream?.next().value ?? 0) / 2 ** 30) * count)
  return { below, pick: (items) => items[below(items.length)] ?? items[0], oneIn: (times) => below(times) === 0 }
}
