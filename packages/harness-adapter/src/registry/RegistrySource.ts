import type { RegistryBundle } from '@active-mode/core'

/**
 * Where the registry of modes comes from. `snapshot` never rejects: what cannot be read is a value of the bundle. It
 * answers with the very same object while nothing changed, so a caller may memoise by identity.
 */
export interface RegistrySource {
  /** The snapshot, at once, where the registry is seen to be as it was read; `null` where it has to be read first. */
  readonly current: () => RegistryBundle | null
  readonly snapshot: () => Promise<RegistryBundle>
}
