import type { RegistryBundle } from '@active-mode/core'
import type { PassedRoot } from '@active-mode/harness-adapter/library'

/** One look at a registry, and what surrounds it. */
export interface RegistryView {
  readonly path: string
  /** The other places where a registry may lie. */
  readonly passedOver: ReadonlyArray<PassedRoot>
  readonly bundle: RegistryBundle
  readonly ignored: ReadonlyArray<string>
  readonly unknownKeys: ReadonlyArray<string>
  readonly stagerAtWork: boolean
  readonly hasStagingLock: boolean
  /** Whether there are more files or folders than are gone through for the digest. */
  readonly capped: boolean
  /** The agents of the harness. */
  readonly agents: ReadonlyArray<string>
}
