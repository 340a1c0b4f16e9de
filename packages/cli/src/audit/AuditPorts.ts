import type { Posture, RegistryBundle } from '@active-mode/core'
import type { StoredRegistry } from '../logs/LogRecord.js'

/** What the audit of a session asks the world. The answers are facts of this run, so the audit stays a function of them. */
export interface AuditPorts {
  readonly registryOf: (sha256: string) => StoredRegistry
  /** The hash of the block that this build would splice for a posture; `null` where it would splice none. */
  readonly blockSha256Of: (posture: Posture, bundle: RegistryBundle) => string | null
  /** Blocks of other versions of the plugin may read differently, so only those of this one are compared. */
  readonly pluginVersion: string
  /** Whether a ledger that a summary names is in the vault; `null` where no vault was given. */
  readonly ledgerExists: ((path: string) => boolean) | null
  /** What was before is not audited. Milliseconds since the epoch. */
  readonly since: number
}

/**
 * The time for which the log accounts for every turn of a session: what was before may have been pruned, and what is
 * after may have been on a machine that logs nothing. Milliseconds since the epoch, both included.
 */
export interface LogSpan {
  readonly from: number
  readonly until: number
}
