import * as O from 'fp-ts/lib/Option.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { Floor } from '../model/RegistryBundle.js'
import type { VersionGap } from '../model/UnresolvableReason.js'
import { byCodeUnit } from './byCodeUnit.js'
import { compareVersions } from './compareVersions.js'
import { parseVersion } from './parseVersion.js'

/** The one version that this build supports: of the manifest's schema, and as a floor for the plugin. */
export const supportedVersion = '1'

const supported = ['1']

/** Every manifest that this build may not read, sorted by directory. A wrong schema is one gap, its floor no second (row 3). */
export const versionGaps = (floors: ReadonlyArray<Floor>): ReadonlyArray<VersionGap> =>
  floors.flatMap(gapOf).toSorted(byDirectory)

const gapOf = (floor: Floor): ReadonlyArray<VersionGap> =>
  !isSupportedSchema(floor.schemaVersion)
    ? [gap(floor.directory, 'schema', floor.schemaVersion)]
    : floor.pluginFloor !== null && !isReachedFloor(floor.pluginFloor)
      ? [gap(floor.directory, 'floor', floor.pluginFloor)]
      : []

/** What does not parse is a gap, never a pass. */
const isSupportedSchema = (text: string): boolean =>
  pipe(parseVersion(text), O.exists((version) => compareVersions(version, supported) === 0))

const isReachedFloor = (text: string): boolean =>
  pipe(parseVersion(text), O.exists((version) => compareVersions(version, supported) <= 0))

const gap = (directory: string, what: VersionGap['what'], needs: string): VersionGap => ({
  _tag: 'version-gap',
  directory,
  what,
  needs,
  supports: supportedVersion,
})

/** Directories are unique on disk; the rest of the order only keeps made-up input from showing its own. */
const byDirectory = (left: VersionGap, right: VersionGap) =>
  byCodeUnit(left.directory, right.directory) || byCodeUnit(left.what, right.what) || byCodeUnit(left.needs, right.needs)
