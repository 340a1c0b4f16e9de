import type { AgentSource } from './AgentSource.js'
import type { Clock } from './Clock.js'
import type { DecisionLog } from './DecisionLog.js'
import type { Journal } from './Journal.js'
import type { RegistrySource } from './RegistrySource.js'
import type { SessionSource } from './SessionSource.js'
import type { WrittenBlocks } from './WrittenBlocks.js'

/** All that the program may reach of the world. */
export interface Ports {
  readonly registry: RegistrySource
  readonly session: SessionSource
  readonly agents: AgentSource
  readonly journal: Journal
  readonly decisions: DecisionLog
  readonly blocks: WrittenBlocks
  readonly clock: Clock
}
