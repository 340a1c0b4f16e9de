import * as E from 'fp-ts/lib/Either.js'
import type { BrokenBundle, ModeBundle, Part, StagedRegistry } from '@active-mode/core'
import { applyAliases, fileInForce } from './aliases.js'
import type { BundleReading } from './assembleBundle.js'
import type { RegistryFileReading } from './format/registryFile.js'
import type { Remembered } from './memory.js'

/** What one look at the registry found, and what is remembered of earlier ones. */
export interface RegistryFindings {
  readonly digest: string
  /** Whether a stager is at work: its lock is there and alive. */
  readonly stagerAtWork: boolean
  readonly bundles: ReadonlyArray<BundleReading>
  readonly file: RegistryFileReading
  readonly remembered: Remembered
}

/**
 * The registry as the core takes it, sorted by folder. A mode that is remembered and gone is `vanished`: whoever it bound is
 * never passed over in silence, for as long as this process lives.
 */
export const composeSnapshot = ({
  digest,
  stagerAtWork,
  bundles,
  file,
  remembered,
}: RegistryFindings): StagedRegistry => {
  const sorted = bundles.toSorted(byDirectory)
  const { aliases, ledger, broken: brokenFile } = fileInForce(file, remembered.file)
  const found = applyAliases(aliases, {
    modes: sorted.flatMap(({ bundle }) =>
      E.isRight(bundle) ? [stagerAtWork ? nameInMode(bundle.right) : bundle.right] : [],
    ),
    broken: [
      ...sorted.flatMap((reading) => brokenIn(reading, stagerAtWork, remembered)),
      ...vanished(bundles, remembered),
    ].map((broken) => (stagerAtWork ? { ...broken, detail: nameStager(broken.detail) } : broken)),
  })
  return {
    _tag: 'staged',
    digest,
    ledger,
    floors: sorted.flatMap(({ floor }) => (floor === null ? [] : [floor])),
    modes: found.modes,
    broken: [...found.broken, ...brokenFile].toSorted(byDirectory),
  }
}

interface InDirectory {
  readonly directory: string
}

const byDirectory = (left: InDirectory, right: InDirectory): number =>
  left.directory < right.directory ? -1 : left.directory > right.directory ? 1 : 0

const nameStager = (detail: string): string => `${detail} (.staging-lock.json is live: a stager is at work)`

const nameInMode = (mode: ModeBundle): ModeBundle => ({
  ...mode,
  pack: nameInPart(mode.pack),
  ledgerRule: nameInPart(mode.ledgerRule),
})

const nameInPart = <A>(part: Part<A>): Part<A> =>
  part._tag === 'present' ? part : { ...part, detail: nameStager(part.detail) }

/**
 * A broken bundle claims everything that can still be read of it, whole or not, and everything that this process has seen
 * it claim; only where nothing was ever seen to its end are its claims unknown (design 4). One without manifest is on its
 * way while a stager is at work, and about to make claims that nobody knows.
 */
const brokenIn = (
  { bundle, readable }: BundleReading,
  stagerAtWork: boolean,
  { bundles }: Remembered,
): ReadonlyArray<BrokenBundle> => {
  if (E.isRight(bundle)) return []
  const { left: broken } = bundle
  if (stagerAtWork && broken.why === 'no-manifest') return [{ ...broken, why: 'staging' }]
  const seen = bundles.get(broken.directory)
  return seen?.isKnown === true || broken.claims !== null
    ? [{ ...broken, claims: [...new Set([...(broken.claims ?? []), ...readable, ...(seen?.claims ?? [])])] }]
    : [broken]
}

const vanished = (bundles: ReadonlyArray<BundleReading>, remembered: Remembered): ReadonlyArray<BrokenBundle> => {
  const present = new Set(bundles.map(({ directory }) => directory))
  return [...remembered.bundles]
    .filter(([directory, { wasWhole }]) => wasWhole && !present.has(directory))
    .map(([directory, { claims }]) => ({
      directory,
      why: 'vanished',
      detail: 'this process has seen the bundle, and it is gone',
      claims,
    }))
}
