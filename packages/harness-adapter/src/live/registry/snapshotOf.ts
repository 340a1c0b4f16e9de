import type { RegistryBundle } from '@active-mode/core'

import type { BundleReading } from '../../registry/assembleBundle.js'
import { composeSnapshot } from '../../registry/composeSnapshot.js'
import { knownClaims } from '../../registry/knownClaims.js'
import type { RegistryReading } from './readRegistry.js'
import { remember, type RootMemory } from './RegistryMemory.js'

/** A bundle together with what it was composed from, so that the same object can be handed out while that is unchanged. */
export interface Snapshot {
  readonly bundle: RegistryBundle
  /** The reading it was composed from; `null` where there was none to read. */
  readonly from: RegistryReading | null
  readonly readings: ReadonlyArray<BundleReading>
  readonly stagerAtWork: boolean
  /** The revision of the memory that went into it. */
  readonly revision: number
}

/** The snapshot of a reading. What it saw is remembered first, so that nothing seen can be lost by what comes next. */
export const snapshotOf = (reading: RegistryReading, stagerAtWork: boolean, memory: RootMemory, earlier: Snapshot | null): Snapshot => {
  if (reading.search.failure !== null) return { ...unreadSnapshot({ _tag: 'unreadable', detail: reading.search.failure }, earlier), from: reading, stagerAtWork, revision: memory.revision }
  const readings = [...reading.bundles.values()].map((record) => record.reading)
  for (const each of readings) remember(memory, each.directory, knownClaims(each))
  const { revision } = memory
  const isSame =
    earlier !== null &&
    earlier.bundle._tag === 'staged' &&
    earlier.bundle.digest === reading.digest &&
    earlier.stagerAtWork === stagerAtWork &&
    earlier.revision === revision &&
    earlier.readings.length === readings.length &&
    earlier.readings.every((each, place) => each === readings[place])
  return { bundle: isSame ? earlier.bundle : composeSnapshot({ digest: reading.digest, stagerAtWork, bundles: readings, remembered: claimsIn(memory) }), from: reading, readings, stagerAtWork, revision }
}

/** The snapshot of a registry that is not read at all; the earlier object where it says the same. */
export const unreadSnapshot = (bundle: RegistryBundle, earlier: Snapshot | null): Snapshot => {
  const known = earlier?.bundle
  const isSame =
    known !== undefined && (known._tag === 'unreadable' && bundle._tag === 'unreadable' ? known.detail === bundle.detail : known._tag === 'absent' && bundle._tag === 'absent')
  return { bundle: isSame ? known : bundle, from: null, readings: [], stagerAtWork: false, revision: -1 }
}

const claimsIn = ({ bundles }: RootMemory): ReadonlyMap<string, ReadonlyArray<string>> =>
  new Map([...bundles].map(([directory, claims]) => [directory, [...claims]]))
