import * as E from 'fp-ts/lib/Either.js'
import type { BundleReading } from './assembleBundle.js'
import type { Alias, RegistryFileReading } from './format/registryFile.js'

/** What this process has seen of one bundle. */
export interface RememberedBundle {
  /** Every agent id that it was seen to claim since it was last read whole. */
  readonly claims: ReadonlyArray<string>
  /** Whether these ever were all that it claimed; where not, whoever it claims is unknown. */
  readonly isKnown: boolean
  /** Whether it ever was a mode. Only such a bundle can vanish: a draft that is cleared away was never there. */
  readonly wasWhole: boolean
}

/** What this process has seen of a registry (design 4). */
export interface Remembered {
  /** By folder. */
  readonly bundles: ReadonlyMap<string, RememberedBundle>
  /** The registry file as it was last read to its end; `null` where it never was. */
  readonly file: { readonly aliases: ReadonlyArray<Alias>; readonly hasLedger: boolean } | null
}

/** Of a registry that was never seen before. */
export const nothingRemembered: Remembered = { bundles: new Map(), file: null }

/**
 * What this process has seen of one root. Two loaded copies of the plugin may write to it at any time: each writes what it
 * has just read, and looks again where the other wrote. A mode that is gone stays known until the process ends.
 */
export interface RootMemory {
  /** Whether the root ever gave a registry. */
  seen: boolean
  readonly bundles: Map<string, RememberedBundle>
  file: Remembered['file']
  /** Counts what was changed, by any copy. */
  revision: number
}

/** The memory of a root that nobody has looked at. */
export const freshMemory = (): RootMemory => ({ seen: false, bundles: new Map(), file: null, revision: 0 })

/**
 * Remembers what a look found (design 4): a whole bundle replaces what was known of its folder, a broken one adds to it, and
 * a draft that never was whole and is gone is forgotten. A registry file counts that was read to its end and says something.
 */
export const remember = (
  memory: RootMemory,
  bundles: ReadonlyArray<BundleReading>,
  file: RegistryFileReading,
): void => {
  const here = new Set(bundles.map(({ directory }) => directory))
  const drafts = [...memory.bundles].filter(([directory, { wasWhole }]) => !wasWhole && !here.has(directory))
  for (const [directory] of drafts) memory.bundles.delete(directory)
  const news = bundles.flatMap((reading) => {
    const known = memory.bundles.get(reading.directory)
    const next = nextOf(known, reading)
    return next === null || (known !== undefined && isSameBundle(known, next))
      ? []
      : [[reading.directory, next] as const]
  })
  for (const [directory, next] of news) memory.bundles.set(directory, next)
  const nextFile =
    file !== null && E.isRight(file) && !(file.right.isBlank && memory.file !== null)
      ? { aliases: file.right.aliases, hasLedger: file.right.ledger !== null }
      : memory.file
  const isSameFile = JSON.stringify(nextFile) === JSON.stringify(memory.file)
  if (!isSameFile) memory.file = nextFile
  if (drafts.length > 0 || news.length > 0 || !isSameFile) memory.revision += 1
}

const nextOf = (known: RememberedBundle | undefined, { bundle, readable }: BundleReading): RememberedBundle | null => {
  if (E.isRight(bundle)) return { claims: [bundle.right.agent], isKnown: true, wasWhole: true }
  const { claims } = bundle.left
  const all = [...new Set([...(known?.claims ?? []), ...(claims ?? []), ...readable])]
  return claims === null && all.length === 0
    ? null
    : { claims: all, isKnown: known?.isKnown === true || claims !== null, wasWhole: known?.wasWhole ?? false }
}

const isSameBundle = (left: RememberedBundle, right: RememberedBundle): boolean =>
  left.isKnown === right.isKnown &&
  left.wasWhole === right.wasWhole &&
  left.claims.length === right.claims.length &&
  left.claims.every((claim, place) => claim === right.claims[place])
