import type { RegistryBundle } from '@active-mode/core'
import type { BundleReading } from '../assembleBundle.js'
import { composeSnapshot } from '../composeSnapshot.js'
import type { RegistryFileReading } from '../format/registryFile.js'
import { remember, type RootMemory } from '../memory.js'
import type { UnreadRegistry } from './lookAtRoot.js'
import type { RegistryReading } from './readPass.js'

/** A bundle together with what it was composed from, so that the same object can be handed out while that is unchanged. */
export interface Snapshot {
  readonly bundle: RegistryBundle
  /** The reading it was composed from; `null` where there was none to read. */
  readonly from: RegistryReading | null
  readonly readings: ReadonlyArray<BundleReading>
  readonly file: RegistryFileReading
  readonly stagerAtWork: boolean
  /** The revision of the memory that went into it. */
  readonly revision: number
}

/** Remembers what a reading saw: before its snapshot is made, so that nothing seen can be lost by what comes next. */
export const rememberReading = ({ bundles, file, search }: RegistryReading, memory: RootMemory): void => {
  if (search.failure === null)
    remember(
      memory,
      [...bundles.values()].map(({ reading }) => reading),
      file.reading,
    )
}

/** The snapshot of a reading whose bundles are remembered. */
export const snapshotOf = (
  reading: RegistryReading,
  stagerAtWork: boolean,
  memory: RootMemory,
  earlier: Snapshot | null,
): Snapshot => {
  const { search, bundles, file, digest } = reading
  const readings = [...bundles.values()].map((record) => record.reading)
  const snapshot = { from: reading, readings, file: file.reading, stagerAtWork, revision: memory.revision }
  return search.failure !== null
    ? { ...snapshot, bundle: unreadBundle({ _tag: 'unreadable', detail: search.failure }, earlier) }
    : earlier?.bundle._tag === 'staged' && earlier.bundle.digest === digest && isSameSource(earlier, snapshot)
      ? { ...snapshot, bundle: earlier.bundle }
      : {
          ...snapshot,
          bundle: composeSnapshot({ digest, stagerAtWork, bundles: readings, file: file.reading, remembered: memory }),
        }
}

/** The snapshot of a registry that is not read at all. */
export const unreadSnapshot = (bundle: UnreadRegistry, earlier: Snapshot | null): Snapshot => ({
  bundle: unreadBundle(bundle, earlier),
  from: null,
  readings: [],
  file: null,
  stagerAtWork: false,
  revision: -1,
})

/** The earlier object where it says the same. */
const unreadBundle = (bundle: UnreadRegistry, earlier: Snapshot | null): RegistryBundle => {
  const known = earlier?.bundle
  return known?._tag === bundle._tag &&
    (known._tag !== 'unreadable' || bundle._tag !== 'unreadable' || known.detail === bundle.detail)
    ? known
    : bundle
}

const isSameSource = (left: Omit<Snapshot, 'bundle'>, right: Omit<Snapshot, 'bundle'>): boolean =>
  left.stagerAtWork === right.stagerAtWork &&
  left.revision === right.revision &&
  left.file === right.file &&
  left.readings.length === right.readings.length &&
  left.readings.every((each, place) => each === right.readings[place])
