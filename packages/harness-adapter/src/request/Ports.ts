import type { Clock } from '../environment/Clock.js'
import type { DecisionLog } from '../log/DecisionLog.js'
import type { Journal } from '../notice/Journal.js'
import type { RegistrySource } from '../registry/RegistrySource.js'

/** What the program of either generation may reach of the world: the registry, the log, the notices and the clock. */
export interface Ports {
  readonly registry: RegistrySource
  readonly journal: Journal
  readonly decisions: DecisionLog
  readonly clock: Clock
}

/** Keeps no decisions: for the option `decisionLog: false`. */
export const noDecisionLog: DecisionLog = { hold: () => undefined, write: () => undefined }
