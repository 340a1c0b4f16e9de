import type { BrokenBundle, ModeBundle } from '@active-mode/core'
import { registryFile } from './format/names.js'
import { type Alias } from './format/registryFile.js'

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
