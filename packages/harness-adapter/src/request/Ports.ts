import type { Clock } from '../environment/Clock.js'
import type { DecisionLog } from '../log/DecisionLog.js'
import type { Journal } from '../notice/Journal.js'
import type { AgentSource } from '../opencode1/AgentSource.js'
import type { SessionSource } from '../opencode1/SessionSource.js'
import type { WrittenBlocks } from '../opencode1/WrittenBlocks.js'
import type { RegistrySource } from '../registry/RegistrySource.js'

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
