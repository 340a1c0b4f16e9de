import { pipe } from 'fp-ts/lib/function.js'
import * as O from 'fp-ts/lib/Option.js'
import * as Ord from 'fp-ts/lib/Ord.js'
import * as S from 'fp-ts/lib/string.js'
import type { VersionGap } from '../Reason.js'
import type { Floor } from '../Registry.js'
import { compareVersions, parseVersion, type Version } from './version.js'

/** The one version that this build supports: of the manifest's schema, and as a floor for the plugin. */
export const supportedVersion = '1'

const supported: Version = ['1']

/** Every manifest that this build may not read, sorted by directory. A wrong schema is one gap, its floor no second (row 3). */
export const versionGaps = (floors: ReadonlyArray<Floor>): ReadonlyArray<VersionGap> =>
  floors.every(isReadable)
    ? []
    : floors
        .filter((floor) => !isReadable(floor))
        .map(gapOf)
        .toSorted(ordGap.compare)

const isReadable = ({ schemaVersion, pluginFloor }: Floor): boolean =>
  isSupportedSchema(schemaVersion) && (pluginFloor === null || isReachedFloor(pluginFloor))

/** Whether this build reads manifests of a schema version. What does not parse is a gap, never a pass. The usual case is told without parsing, since every request asks. */
export const isSupportedSchema = (text: string): boolean =>
  text === supportedVersion ||
  pipe(
    parseVersion(text),
    O.exists((version) => compareVersions(version, supported) === 0),
  )

const isReachedFloor = (text: string): boolean =>
  text === supportedVersion ||
  pipe(
    parseVersion(text),
    O.exists((version) => compareVersions(version, supported) <= 0),
  )

const gapOf = ({ directory, schemaVersion, pluginFloor }: Floor): VersionGap =>
  isSupportedSchema(schemaVersion) && pluginFloor !== null
    ? { _tag: 'version-gap', directory, what: 'floor', needs: pluginFloor, supports: supportedVersion }
    : { _tag: 'version-gap', directory, what: 'schema', needs: schemaVersion, supports: supportedVersion }

/** Directories are unique on disk; the rest of the order only keeps made-up input from showing its own. */
const ordGap: Ord.Ord<VersionGap> = Ord.contramap(
  ({ directory, what, needs }: VersionGap) => [directory, what, needs] as const,
)(Ord.tuple(S.Ord, S.Ord, S.Ord))
