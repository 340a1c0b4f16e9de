import type { DecisionLogEntry, RegistryBundle } from '@active-mode/core'
import { redecide } from './redecide.js'

/** What came of deciding a log again. */
export interface Replay {
  readonly decisions: number
  /** Decisions whose recorded outcome is another one. */
  readonly drifts: number
  /** Decisions that could not be decided again, for want of their registry. */
  readonly undecidable: number
}

/** Decides every line again, each with the registry that it names by its hash. One pass, constant memory. */
export const replay = (lines: Iterable<DecisionLogEntry>, registries: ReadonlyMap<string, RegistryBundle>): Replay => {
  let decisions = 0
  let drifts = 0
  let undecidable = 0
  for (const line of lines) {
    const bundle = registries.get(line.registry)
    decisions += 1
    if (bundle === undefined) undecidable += 1
    else if (redecide(line, bundle).isDrift) drifts += 1
  }
  return { decisions, drifts, undecidable }
}
