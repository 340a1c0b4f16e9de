import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { AgentId, Slug } from './names.js'
import { fieldOf, hasHeader, parseToml, type TomlTable } from './toml.js'

/** Why a manifest binds nobody, and the agent ids it claims all the same; `null` where they cannot be known. */
export interface ManifestFailure {
  readonly detail: string
  readonly claims: ReadonlyArray<string> | null
}

/**
 * The agent of a manifest (design 4, second step). A manifest older than the binding has none and claims its mode's name,
 * nothing more. An ill-typed claim cannot be known: whoever it meant would be passed over in silence.
 */
export const decodeAgent = (table: TomlTable): E.Either<ManifestFailure, string> => {
  const agent = fieldOf(table, 'agent')
  const mode = fieldOf(table, 'mode')
  return AgentId.is(agent)
    ? E.right(agent)
    : agent !== undefined
      ? E.left({ detail: `\`agent\` is not ${AgentId.name}`, claims: null })
      : E.left({ detail: '`agent` is missing', claims: Slug.is(mode) ? [mode] : null })
}

/**
 * Whether every claim of the manifest has been read. A manifest that was cut off at the end of a line is valid TOML, and
 * its `agent` may be in the part that is lost: unless it is there, or the header of a table, which no top-level key can
 * follow. Every manifest that has shipped ends in tables (`roles`, `consumer_floors`).
 */
export const claimsAreWhole = (table: TomlTable, text: string): boolean =>
  fieldOf(table, 'agent') !== undefined || hasHeader(text)

/**
 * The agent ids that can be read in a manifest, whole or not (design 4): its `agent`, or where it has none its mode's
 * name, as in a manifest older than the binding. They may be fewer than it claims, so alone they make no claims known.
 */
export const readableClaims = (table: TomlTable): ReadonlyArray<string> =>
  pipe(
    decodeAgent(table),
    E.match(
      ({ claims }) => claims ?? [],
      (agent) => [agent],
    ),
  )

/** The same of a text that is no TOML as a whole: each line that sets `agent` may be TOML by itself. */
export const readableLines = (text: string): ReadonlyArray<string> => {
  const agents = claimsIn(text.match(agentLine))
  return agents.length > 0 ? agents : claimsIn(text.match(modeLine))
}

const agentLine = /^[\t ]*(?:agent|"agent"|'agent')[\t ]*=[^\r\n]*/gm

const modeLine = /^[\t ]*(?:mode|"mode"|'mode')[\t ]*=[^\r\n]*/gm

/** More such lines are no manifest; each costs a call of the parser. */
const mostLines = 16

const claimsIn = (lines: ReadonlyArray<string> | null): ReadonlyArray<string> => [
  ...new Set(
    (lines ?? []).slice(0, mostLines).flatMap((line) =>
      pipe(
        parseToml(line),
        E.match(() => [], readableClaims),
      ),
    ),
  ),
]
