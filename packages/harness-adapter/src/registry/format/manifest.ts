import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { type BrokenBundle, type BrokenWhy, type Floor, isSupportedSchema } from '@active-mode/core'
import { claimsAreWhole, decodeAgent, type ManifestFailure, readableClaims, readableLines } from './claims.js'
import type { FileContent, FileFailure } from './FileContent.js'
import { decodeForm, type Fault, optional, showFault, tableOf, unknownKeys } from './Form.js'
import { ManifestForm } from './forms.js'
import { manifestFile } from './names.js'
import { fieldOf, isTable, kindOf, parseTomlFile, type TomlTable } from './toml.js'

/** A manifest that could be used. `card` and `pack` are plain file names, `null` where the manifest names none. */
export interface Manifest {
  readonly mode: string
  readonly agent: string
  readonly card: string | null
  readonly pack: string | null
}

/** How far one manifest could be read: its floor, then itself or why the bundle is broken. `unknownKeys` is for doctor. */
export interface ManifestReading {
  readonly directory: string
  readonly floor: Floor | null
  readonly manifest: E.Either<BrokenBundle, Manifest>
  /** The agent ids that can be read in it, whole or not: a broken bundle claims them beside what it was seen to claim. */
  readonly readable: ReadonlyArray<string>
  readonly unknownKeys: ReadonlyArray<string>
}

/**
 * A manifest in the steps of design 4, each as far as it goes: the floor, so that a future format is a version gap and no
 * broken bundle; then the claim, so that a bundle broken elsewhere still tells whom it concerns; then the rest.
 *
 * What a broken manifest claims: its `agent` where it has one; its mode's name where it is older than the binding; and
 * `null`, which silences no copilot, where there is no manifest, no TOML, no or another schema version, an ill-typed
 * claim, or a manifest that may be cut off. `readable` is what can be read of it even so.
 */
export const decodeManifest = (directory: string, content: FileContent): ManifestReading =>
  content._tag === 'failed'
    ? unusable(directory, brokenWhy(content), `${manifestFile}: ${content.detail}`, [])
    : pipe(
        parseTomlFile(manifestFile, content.bytes),
        E.match(
          ({ detail }) =>
            unusable(directory, 'invalid', detail, readableLines(new TextDecoder().decode(content.bytes))),
          (table) => decodeTable(directory, table, new TextDecoder().decode(content.bytes)),
        ),
      )

const brokenWhy = ({ why }: FileFailure): BrokenWhy => (why === 'absent' ? 'no-manifest' : why)

const unusable = (
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

const decodeTable = (directory: string, table: TomlTable, text: string): ManifestReading => ({
  directory,
  floor: floorOf(directory, table),
  manifest: pipe(
    manifestOf(directory, table),
    E.mapLeft(({ detail, claims }): BrokenBundle => ({
      directory,
      why: 'invalid',
      detail: `${manifestFile}: ${detail}`,
      claims: claimsAreWhole(table, text) ? claims : null,
    })),
  ),
  readable: readableClaims(table),
  unknownKeys: unknownKeys(ManifestForm, table),
})

/**
 * `schema_version` and `consumer_floors.plugin`. Both are strings in the format; a value of another type is shown as its
 * text, so that `2` is the version gap it means to be and `true` is one too, while `1`, which a floor lets pass, breaks the
 * bundle instead. A manifest without `schema_version` could not be read that far: no floor.
 */
const floorOf = (directory: string, table: TomlTable): Floor | null => {
  const schema = fieldOf(table, 'schema_version')
  const floors = fieldOf(table, 'consumer_floors')
  const plugin = isTable(floors) ? fieldOf(floors, 'plugin') : undefined
  return schema === undefined
    ? null
    : { directory, schemaVersion: textOf(schema), pluginFloor: plugin === undefined ? null : textOf(plugin) }
}

/** A version longer than any version ends in a mark that keeps it from being parsed as what its beginning says. */
const longest = 64

const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value.length > longest
      ? `${value.slice(0, longest)}…`
      : value
    : typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean'
      ? textOf(String(value))
      : `(${kindOf(value)})`

const manifestOf = (directory: string, table: TomlTable): E.Either<ManifestFailure, Manifest> => {
  const schema = fieldOf(table, 'schema_version')
  return schema === undefined
    ? E.left({ detail: '`schema_version` is missing', claims: null })
    : !isSupportedSchema(textOf(schema))
      ? E.left({ detail: '`schema_version` is not one that this build reads', claims: null })
      : pipe(
          decodeAgent(table),
          E.flatMap((agent) =>
            pipe(
              restOf(directory, table),
              E.bimap(
                (detail): ManifestFailure => ({ detail, claims: [agent] }),
                (rest): Manifest => ({ ...rest, agent }),
              ),
            ),
          ),
        )
}

const { schema_version, mode, consumer_floors, card, pack } = ManifestForm.props

/** What has to be right once the version and the agent are known, in this order. Without a card or a pack the mode still binds. */
const restForm = (directory: string) =>
  tableOf({
    schema_version,
    mode: t.refinement(mode, (name) => name === directory, 'the name of its folder'),
    consumer_floors,
    card: optional(card),
    pack: optional(pack),
  })

/** Everything but the claim; the error is a sentence that names the key. */
const restOf = (directory: string, table: TomlTable): E.Either<string, Omit<Manifest, 'agent'>> =>
  pipe(
    decodeForm(restForm(directory), table),
    E.bimap(
      ([fault]) => showManifestFault(fault),
      (rest) => ({ mode: rest.mode, card: rest.card ?? null, pack: rest.pack ?? null }),
    ),
  )

/** Floors that are no table name no floor of the plugin either. */
const showManifestFault = ({ path, value, expected }: Fault): string =>
  path === 'consumer_floors'
    ? '`consumer_floors.plugin` is missing'
    : value === undefined
      ? `\`${path}\` is missing`
      : showFault({ path, expected })
