import * as E from 'fp-ts/lib/Either.js'
import type { BrokenBundle, ModeBundle } from '@active-mode/core'
import { registryFile } from './format/names.js'
import { type Alias, type RegistryFileFault, type RegistryFileReading, unknownLedger } from './format/registryFile.js'
import type { Remembered } from './memory.js'

/** What a registry file comes to, beside what this process has seen in it. */
export interface FileInForce {
  readonly aliases: ReadonlyArray<Alias>
  readonly ledger: string | null
  readonly broken: ReadonlyArray<BrokenBundle>
}

/**
 * What holds of a registry file (design 4). One that does not parse keeps the aliases that were last read whole, else its
 * claims are unknown; an empty one that said something is one that is being saved. One that is gone has vanished, as a
 * bundle does: its aliases bind nobody any more and are claimed by it.
 */
export const fileInForce = (reading: RegistryFileReading, remembered: Remembered['file']): FileInForce => {
  if (reading === null)
    return saidAnything(remembered) ? vanished(remembered) : { aliases: [], ledger: null, broken: [] }
  if (E.isLeft(reading)) return faulty(reading.left, remembered)
  const { aliases, unusable, ledger, isBlank } = reading.right
  return isBlank && saidAnything(remembered)
    ? faulty({ why: 'invalid', detail: `${registryFile}: the file is empty` }, remembered)
    : {
        aliases,
        ledger,
        broken: unusable.map(({ detail, claims }) => ({ directory: registryFile, why: 'invalid', detail, claims })),
      }
}

const saidAnything = (remembered: Remembered['file']): remembered is NonNullable<Remembered['file']> =>
  remembered !== null && (remembered.aliases.length > 0 || remembered.hasLedger)

const faulty = ({ why, detail }: RegistryFileFault, remembered: Remembered['file']): FileInForce => ({
  aliases: remembered?.aliases ?? [],
  ledger: unknownLedger(detail),
  broken: [{ directory: registryFile, why, detail, claims: remembered?.aliases.map(({ id }) => id) ?? null }],
})

const vanished = ({ aliases, hasLedger }: NonNullable<Remembered['file']>): FileInForce => {
  const detail = `${registryFile}: this process has seen the file, and it is gone`
  return {
    aliases: [],
    ledger: hasLedger ? unknownLedger(detail) : null,
    broken: [{ directory: registryFile, why: 'vanished', detail, claims: aliases.map(({ id }) => id) }],
  }
}

/** The bundles of a registry, with their aliases. */
export interface ClaimedBundles {
  readonly modes: ReadonlyArray<ModeBundle>
  readonly broken: ReadonlyArray<BrokenBundle>
}

/**
 * Adds aliases to the claims of their modes, whole, broken or vanished, by the name of the folder (design 4). One whose
 * mode was never here is broken by itself: somebody is meant, and nobody knows what for.
 */
export const applyAliases = (aliases: ReadonlyArray<Alias>, { modes, broken }: ClaimedBundles): ClaimedBundles => {
  if (aliases.length === 0) return { modes, broken }
  const ids = idsByMode(aliases)
  const here = new Set([...modes.map(({ mode }) => mode), ...broken.map(({ directory }) => directory)])
  return {
    modes: modes.map((mode) => ({ ...mode, aliases: (ids.get(mode.mode) ?? []).filter((id) => id !== mode.agent) })),
    broken: [
      ...broken.map((bundle) =>
        bundle.claims === null
          ? bundle
          : { ...bundle, claims: [...new Set([...bundle.claims, ...(ids.get(bundle.directory) ?? [])])] },
      ),
      ...aliases.filter(({ mode }) => !here.has(mode)).map(({ id }) => unplaced(id)),
    ],
  }
}

const idsByMode = (aliases: ReadonlyArray<Alias>): ReadonlyMap<string, ReadonlyArray<string>> => {
  const ids = new Map<string, string[]>()
  for (const { id, mode } of aliases) {
    const known = ids.get(mode)
    if (known === undefined) ids.set(mode, [id])
    else known.push(id)
  }
  return ids
}

const unplaced = (id: string): BrokenBundle => ({
  directory: registryFile,
  why: 'invalid',
  detail: `${registryFile}: an alias names a mode that was never here`,
  claims: [id],
})
