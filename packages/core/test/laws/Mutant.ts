import type { Mutation } from './mutate.js'

/** A typical way to get the decision wrong, and laws that have to see it. */
export interface Mutant {
  readonly name: string
  readonly mutate: Mutation
  readonly brokenLaws: ReadonlyArray<string>
}
