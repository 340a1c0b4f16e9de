import type { BrokenBundle, ModeBundle, Part, StagedRegistry } from '@active-mode/core'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'

import type { BundleReading } from './assembleBundle.js'

/** What one look at the registry found, and what is remembered of earlier ones. */
export interface RegistryFindings {
  readonly digest: string
  /** Whether a stager is at work: its lock is there and alive. */
  readonly stagerAtWork: boolean
  readonly bundles: ReadonlyArray<BundleReading>
  /** By folder, every agent id that this process has seen its bundle claim; empty where it never could be known. */
  readonly remembered: ReadonlyMap<string, ReadonlyArray<string>>
}

/**
 * The registry as the core takes it, sorted by folder. A folder that is remembered and gone is `vanished`: whoever it
 * bound is never passed over in silence, for as long as this process lives. Where its claims never could be known that
 * is whoever no mode claims.
 */
export const composeSnapshot = ({ digest, stagerAtWork, bundles, remembered }: RegistryFindings): StagedRegistry => {
  const sorted = bundles.toSorted(byDirectory)
  return {
    _tag: 'staged',
    digest,
    ledger: null,
    floors: sorted.flatMap(({ floor }) => (floor === null ? [] : [floor])),
    modes: sorted.flatMap(({ bundle }) => (E.isRight(bundle) ? [stagerAtWork ? nameInMode(bundle.right) : bundle.right] : [])),
    broken: [
      ...sorted.flatMap(({ bundle }) =>
        E.isLeft(bundle) ? [pipe(bundle.left, staging(stagerAtWork), withRemembered(remembered))] : [],
      ),
      ...vanished(bundles, remembered),
    ]
      .map((broken) => (stagerAtWork ? { ...broken, detail: nameStager(broken.detail) } : broken))
      .toSorted(byDirectory),
  }
}

interface InDirectory {
  readonly directory: string
}

const byDirectory = (left: InDirectory, right: InDirectory): number => (left.directory < right.directory ? -1 : left.directory > right.directory ? 1 : 0)

const nameStager = (detail: string): string => `${detail} (.staging-lock.json is live: a stager is at work)`

const nameInMode = (mode: ModeBundle): ModeBundle => ({ ...mode, pack: nameInPart(mode.pack), ledgerRule: nameInPart(mode.ledgerRule) })

const nameInPart = <A>(part: Part<A>): Part<A> => (part._tag === 'present' ? part : { ...part, detail: nameStager(part.detail) })

/** A bundle without manifest is on its way while a stager is at work, and broken otherwise. */
const staging = (stagerAtWork: boolean) => (broken: BrokenBundle): BrokenBundle =>
  stagerAtWork && broken.why === 'no-manifest' ? { ...broken, why: 'staging' } : broken

/**
 * A bundle that breaks keeps the claims that this process has seen it make, besides those that can still be read (design 4).
 * One that a stager is writing is about to make others, so its claims stay unknown.
 */
const withRemembered = (remembered: RegistryFindings['remembered']) => (broken: BrokenBundle): BrokenBundle => {
  const seen = remembered.get(broken.directory) ?? []
  return broken.why === 'staging' || seen.length === 0 ? broken : { ...broken, claims: [...new Set([...(broken.claims ?? []), ...seen])] }
}

const vanished = (
  bundles: ReadonlyArray<BundleReading>,
  remembered: RegistryFindings['remembered'],
): ReadonlyArray<BrokenBundle> => {
  const present = new Set(bundles.map(({ directory }) => directory))
  return [...remembered]
    .filter(([directory]) => !present.has(directory))
    .map(([directory, claims]) => ({
      directory,
      why: 'vanished',
      detail: 'this process has seen the bundle, and it is gone',
      claims: claims.length === 0 ? null : claims,
    }))
}
