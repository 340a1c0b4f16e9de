import { contextFacts2 } from './contextFacts2.js'
import type { Facts } from './Facts.js'
import { kindFacts2 } from './kindFacts2.js'
import { loadingFacts2 } from './loadingFacts2.js'
import type { Observation2 } from './Observation2.js'
import { orderFacts2 } from './orderFacts2.js'
import { requests2Of } from './Request2.js'
import { systemFacts2 } from './systemFacts2.js'

/** Computes every fact about a second-generation harness from what was observed on that version, and from nothing else. */
export const collectFacts2 = (observed: Observation2, version: string): Facts => {
  const requests = requests2Of(observed)
  return [
    ...loadingFacts2(observed, version),
    ...contextFacts2(observed, requests),
    ...kindFacts2(observed, requests),
    ...systemFacts2(observed, requests),
    ...orderFacts2(observed, requests),
  ]
}
