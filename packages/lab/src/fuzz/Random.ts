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

/** The choices of one run. Each run has its own, so that it can be had again without the runs before it. */
export const createRandom = (seed: number, run: number): Random => {
  const next = sfc32(seed, run)
  const below = (count: number): number => (count <= 1 ? 0 : Math.floor((next() / 2 ** 32) * count))
  return { below, pick: (items) => items[below(items.length)] ?? items[0], oneIn: (times) => below(times) === 0 }
}

/** Chris Doty-Humphrey's small fast counting generator: 32 bits a call. */
const sfc32 = (seed: number, run: number): (() => number) => {
  let a = seed | 0
  let b = Math.floor(seed / 2 ** 32) | 0
  let c = run | 0
  let counter = 1
  const next = (): number => {
    const out = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + out) | 0
    return out >>> 0
  }
  for (let round = 0; round < 15; round += 1) next()
  return next
}
