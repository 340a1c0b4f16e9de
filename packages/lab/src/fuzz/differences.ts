import type { Pack } from '@active-mode/core'
import type { BundleReading } from '../../../harness-adapter/src/registry/assembleBundle.js'
import type { ManifestReading } from '../../../harness-adapter/src/registry/format/manifest.js'
import type { SecondTable, SecondValue } from './SecondReading.js'

/*
 * Differences between the two parsers that are no failure, exactly these:
 *
 * 1. Line ends inside of multi-line strings. TOML (1.0 and 1.1, "String"): "TOML parsers should feel free to normalize
 *    newline to whatever makes sense for their platform." The second parser does, ours does not; both are right. Texts are
 *    compared with their CRLF as LF. No slug, file name or version has a line end in it, so it is prose that this is about.
 * 2. Forms that TOML 1.1 added: line feeds and a trailing comma in an inline table, `\e` and `\xHH`, times without
 *    seconds. TOML 1.0 forbids them, 1.1 is the current version, ours reads it, and the second parser, asked for 1.1, has
 *    to read the very same from the file. All that is valid in 1.0 means the same in 1.1, so no reader of 1.0 can read
 *    such a file differently; it can only refuse it. The fuzzer counts these (`toml11`) and fails none.
 */

/** What a manifest says, to compare it: every value as a text. */
type Facts = Readonly<Record<string, string | null>>

/** Whether anything that the manifest says has found its way into the reading. */
export const saysSomething = ({ floor, manifest }: ManifestReading): boolean =>
  floor !== null || manifest._tag === 'Right' || manifest.left.claims !== null

/** The fields that our reading of a manifest and the second parser's table differ in. */
export const manifestDifferences = (reading: ManifestReading, table: SecondTable): ReadonlyArray<string> => {
  const theirs = theirFacts(table)
  return Object.entries(ourFacts(reading)).flatMap(([field, value]) =>
    isSame(value, theirs[field] ?? null) ? [] : [field],
  )
}

/** A text that our reader has cut off is compared as far as it goes. */
const isSame = (ours: string | null, theirs: string | null): boolean =>
  ours === theirs ||
  (ours?.endsWith('…') === true && theirs !== null && theirs.startsWith(ours.slice(0, -1).replace(/\r$/, '')))

/** The facts that a reading states. What it does not state is not compared: a broken bundle may know less than its file says. */
const ourFacts = ({ floor, manifest }: ManifestReading): Facts => ({
  ...(floor === null ? {} : { schema_version: lf(floor.schemaVersion), floor: lf(floor.pluginFloor) }),
  ...(manifest._tag === 'Left'
    ? manifest.left.claims === null
      ? {}
      : { claims: JSON.stringify(manifest.left.claims) }
    : {
        mode: manifest.right.mode,
        claims: JSON.stringify([manifest.right.agent]),
        agent: manifest.right.agent,
        card: lf(manifest.right.card),
        pack: lf(manifest.right.pack),
      }),
})

const theirFacts = (table: SecondTable): Facts => {
  const floors = table.get('consumer_floors')
  const agent = table.get('agent') ?? table.get('mode')
  return {
    schema_version: versionText(table.get('schema_version')),
    floor: versionText(floors instanceof Map ? floors.get('plugin') : undefined),
    mode: textOf(table.get('mode')),
    agent: textOf(table.get('agent')),
    claims: JSON.stringify([textOf(agent)]),
    card: textOf(table.get('card')),
    pack: textOf(table.get('pack')),
  }
}

/** A version as the reader shows it: other types than strings as what they are. */
const versionText = (value: SecondValue | undefined): string | null =>
  value === undefined ? null : typeof value === 'object' ? kindOf(value) : lf(String(value))

const kindOf = (value: object): string => (isArray(value) ? '(array)' : value instanceof Date ? '(date)' : '(table)')

const textOf = (value: SecondValue | undefined): string | null => (typeof value === 'string' ? lf(value) : null)

function lf(text: string): string
function lf(text: string | null): string | null
function lf(text: string | null): string | null {
  return text === null ? null : text.replaceAll('\r\n', '\n')
}

const isArray = (value: unknown): value is ReadonlyArray<SecondValue> => Array.isArray(value)

/** Whether a pack that a mode shows is what the second parser reads in its file. */
export const isSamePack = (pack: Pack, table: SecondTable): boolean =>
  JSON.stringify(pack, lfIn) === JSON.stringify(theirPack(table))

const lfIn = (_: string, value: unknown): unknown => (typeof value === 'string' ? lf(value) : value)

const theirPack = (table: SecondTable): unknown => {
  const artifact = textOf(table.get('closing_artifact'))
  return {
    closingArtifact: artifact === null || artifact.trim() === '' ? null : artifact,
    phases: tables(table.get('phases')).map((phase) => {
      const roles = phase.get('roles')
      return {
        name: textOf(phase.get('name')),
        roles: isArray(roles) ? roles.map(textOf) : [],
        gates: tables(phase.get('gates')).map((gate) => ({
          name: textOf(gate.get('name')),
          kind: textOf(gate.get('kind')),
          owner: textOf(gate.get('owner')),
        })),
      }
    }),
    handoffs: tables(table.get('handoffs')).map((handoff) => ({
      kind: textOf(handoff.get('kind')),
      target: textOf(handoff.get('target')),
    })),
  }
}

const tables = (value: SecondValue | undefined): ReadonlyArray<SecondTable> =>
  isArray(value) ? value.filter((each): each is SecondTable => each instanceof Map) : []

/** The pack of a bundle, if it shows one. */
export const shownPack = ({ bundle }: BundleReading): Pack | null =>
  bundle._tag === 'Right' && bundle.right.pack._tag === 'present' ? bundle.right.pack.value : null
