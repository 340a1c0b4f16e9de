import type { FileFailure } from '../format/FileContent.js'
import { manifestFile } from '../format/names.js'
import { registryFile } from '../format/names.js'
import { type ByteName, type Entry, type Listing, type Located, pathBelow, shownName } from './Entry.js'
import { stateOf } from './FileState.js'
import { limits } from './limits.js'
import { absent } from './readFile.js'
import { slices } from './slices.js'
import type { Survey } from './survey.js'

/** A bundle folder that can be read, or why it cannot. */
export interface FoundBundle {
  readonly folder: ByteName
  readonly directory: string
  readonly find: ((file: string) => Located | FileFailure) | null
  readonly failure: string | null
}

/** The bundles of a registry, or why there is no telling. `ignored` are folders that are none. */
export interface BundleSearch {
  readonly bundles: ReadonlyArray<FoundBundle>
  readonly ignored: ReadonlyArray<string>
  /** What lies right below the root under a name. */
  readonly find: (file: string) => Located | FileFailure
  readonly hasLock: boolean
  readonly failure: string | null
}

/** The files of which one makes a folder a bundle. */
export const markers = [manifestFile, 'pack.toml', 'card.md']

/**
 * Finds the bundles right below a root: folders, or links to one, that hold any of the three files (design 4). A folder
 * that cannot be listed and a link that leads nowhere may be bundles, so they count as broken ones. Past the cap of
 * bundles the whole registry is refused by name: a map that is cut short would make directors silent.
 */
export const findBundles = async (root: string, survey: Survey): Promise<BundleSearch> => {
  const top = survey.entries[0]?.found
  if (top?._tag !== 'listing')
    return refused(top?._tag === 'unlisted' ? `the root cannot be listed: ${top.code}` : 'the root was not listed')
  const bundles: FoundBundle[] = []
  const ignored: string[] = []
  for await (const slice of slices(survey.entries))
    for (const entry of slice) {
      if (entry.name === '' || entry.name === registryFile || entry.name.includes('/')) continue
      bundles.push(...bundleAt(root, entry, survey.files))
      if (entry.found._tag === 'listing' && !holdsMarker(entry.found)) ignored.push(shownName(entry.name))
    }
  return bundles.length > limits.bundles
    ? refused(`more than ${String(limits.bundles)} bundles`)
    : {
        bundles,
        ignored,
        find: (file) => findFile(root, '', top, survey.files, file),
        hasLock: top.hasLock,
        failure: null,
      }
}

const refused = (failure: string): BundleSearch => ({
  bundles: [],
  ignored: [],
  find: () => absent,
  hasLock: false,
  failure,
})

const holdsMarker = ({ children }: Listing): boolean => markers.some((marker) => children.includes(marker))

const bundleAt = (root: string, entry: Entry, files: Survey['files']): ReadonlyArray<FoundBundle> => {
  const { name: folder, found, state } = entry
  const directory = shownName(folder)
  switch (found._tag) {
    case 'listing':
      return holdsMarker(found)
        ? [{ folder, directory, find: (file) => findFile(root, folder, found, files, file), failure: null }]
        : []
    case 'unlisted':
      return [{ folder, directory, find: null, failure: `the folder cannot be listed: ${found.code}` }]
    case 'nothing':
      return state.kind === 'missing' || state.kind === 'failed'
        ? [{ folder, directory, find: null, failure: state.kind === 'failed' ? state.code : 'the link leads nowhere' }]
        : []
    case 'file':
      return []
  }
}

/** A file right inside a bundle, or the root. One that is there and past the cap of the survey is still read: junk harms no mode. */
const findFile = (
  root: string,
  folder: ByteName,
  { children }: Listing,
  files: Survey['files'],
  file: string,
): Located | FileFailure => {
  const inside = Buffer.from(file, 'utf8').toString('latin1')
  const name = folder === '' ? inside : `${folder}/${inside}`
  const surveyed = files.get(name)
  if (surveyed !== undefined) return surveyed
  if (!children.includes(inside)) return absent
  const path = pathBelow(root, name)
  const state = stateOf(path)
  return state.kind === 'file'
    ? { name, path, state }
    : {
        _tag: 'failed',
        why: 'unreadable',
        detail:
          state.kind === 'missing'
            ? 'the link leads nowhere'
            : state.kind === 'failed'
              ? state.code
              : 'not a regular file',
      }
}
