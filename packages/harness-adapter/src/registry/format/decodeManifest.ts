import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { BrokenBundle, BrokenWhy } from '@active-mode/core'
import type { FileContent, FileFailure } from './FileContent.js'
import type { Manifest, ManifestReading } from './Manifest.js'
import { isPlainFileName } from './plainFileName.js'
import { readableClaims, readableLines } from './readableClaims.js'
import { claimsAreWhole, readClaims } from './readClaims.js'
import { type ManifestVersion, readFloor } from './readFloor.js'
import { readToml } from './readToml.js'
import { isSlug } from './slug.js'
import { fieldOf, isTable, type TomlTable } from './TomlTable.js'
import { unknownManifestKeys } from './unknownKeys.js'

/** The file name of a manifest. */
export const manifestFile = 'mode.toml'

/**
 * Reads a manifest in the steps of design 4, each as far as it goes: the floor, so that a future format is a version gap
 * and no broken bundle; then the claim, so that a bundle broken elsewhere still tells whom it concerns; then the rest.
 *
 * What a broken manifest claims: its `agent` where it has one; its mode's name where it is older than the binding; and
 * `null`, which silences no copilot, where there is no manifest, no TOML, no or another schema version, an ill-typed
 * claim, or a manifest that may be cut off. `readable` is what can be read of it even so.
 */
export const decodeManifest = (directory: string, content: FileContent): ManifestReading =>
  content._tag === 'failed'
    ? unread(directory, brokenWhy(content), `${manifestFile}: ${content.detail}`, [])
    : pipe(
        readToml(manifestFile, content.bytes),
        E.match(
          ({ detail }) => unread(directory, 'invalid', detail, readableLines(new TextDecoder().decode(content.bytes))),
          (table) => decodeTable(directory, table, new TextDecoder().decode(content.bytes)),
        ),
      )

const brokenWhy = ({ why }: FileFailure): BrokenWhy => (why === 'absent' ? 'no-manifest' : why)

const unread = (
  directory: string,
  why: BrokenWhy,
  detail: string,
  readable: ReadonlyArray<string>,
): ManifestReading => ({
  directory,
  floor: null,
  manifest: E.left({ directory, why, detail, claims: null }),
  readable,
  unknownKeys: [],
})

const decodeTable = (directory: string, table: TomlTable, text: string): ManifestReading => {
  const version = readFloor(directory, table)
  return {
    directory,
    floor: version.floor,
    manifest: pipe(
      manifestOf(directory, version.schema, table),
      E.mapLeft(({ detail, claims }): BrokenBundle => ({
        directory,
        why: 'invalid',
        detail: `${manifestFile}: ${detail}`,
        claims: claims === null || !claimsAreWhole(table, text) ? null : claims,
      })),
    ),
    readable: readableClaims(table),
    unknownKeys: unknownManifestKeys(table),
  }
}

interface ManifestFailure {
  readonly detail: string
  readonly claims: ReadonlyArray<string> | null
}

const manifestOf = (
  directory: string,
  schema: ManifestVersion['schema'],
  table: TomlTable,
): E.Either<ManifestFailure, Manifest> =>
  schema === 'missing'
    ? E.left({ detail: '`schema_version` is missing', claims: null })
    : schema === 'other'
      ? E.left({ detail: '`schema_version` is not one that this build reads', claims: null })
      : pipe(
          readClaims(table),
          E.flatMap((agent) =>
            pipe(
              schema === 'ill-typed' ? E.left('`schema_version` is not a string') : restOf(directory, table),
              E.bimap(
                (detail): ManifestFailure => ({ detail, claims: [agent] }),
                (rest): Manifest => ({ ...rest, agent }),
              ),
            ),
          ),
        )

/** Everything but the claim; the error is a sentence that names the key. */
const restOf = (directory: string, table: TomlTable): E.Either<string, Omit<Manifest, 'agent'>> => {
  const mode = fieldOf(table, 'mode')
  const card = fieldOf(table, 'card')
  const pack = fieldOf(table, 'pack')
  const floors = fieldOf(table, 'consumer_floors')
  return !isSlug(mode)
    ? E.left(mode === undefined ? '`mode` is missing' : '`mode` is not a slug')
    : mode !== directory
      ? E.left('`mode` is not the name of its folder')
      : !isTable(floors) || fieldOf(floors, 'plugin') === undefined
        ? E.left('`consumer_floors.plugin` is missing')
        : typeof fieldOf(floors, 'plugin') !== 'string'
          ? E.left('`consumer_floors.plugin` is not a string')
          : !isFileKey(card)
            ? E.left('`card` is not a plain file name')
            : !isFileKey(pack)
              ? E.left('`pack` is not a plain file name')
              : E.right({ mode, card: card ?? null, pack: pack ?? null })
}

const isFileKey = (value: unknown): value is string | undefined => value === undefined || isPlainFileName(value)
