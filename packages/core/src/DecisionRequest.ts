import type { RegistryBundle } from './Registry.js'
import type { SessionInfo } from './SessionInfo.js'
import type { SwitchStream } from './SwitchStream.js'

/** The three arguments of `decidePosture` as one value, for logs, vectors and tools. */
export interface DecisionRequest {
  readonly sessionInfo: SessionInfo
  readonly bundle: RegistryBundle
  readonly switchStream: SwitchStream
}
