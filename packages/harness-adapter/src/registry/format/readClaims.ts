import * as E from 'fp-ts/lib/Either.js'
import { isAgentId } from './agentId.js'
import { hasHeader } from './parseToml.js'
import { isSlug } from './slug.js'
import { fieldOf, type TomlTable } from './TomlTable.js'

/** Why a manifest binds nobody, and the agent ids it claims all the same; `null` where they cannot be known. */
export interface ClaimsFailure {
  readonly detail: string
  readonly claims: ReadonlyArray<string> | null
}

/**
 * Reads `agent` (design 4, second step). A manifest older than the binding has none and claims its mode's name, nothing
 * more. An ill-typed claim cannot be known: whoever it meant would be passed over in silence.
 */
export const readClaims = (table: TomlTable): E.Either<ClaimsFailure, string> => {
  const agent = fieldOf(table, 'agent')
  const mode = fieldOf(table, 'mode')
  return isAgentId(agent)
    ? E.right(agent)
    : agent !== undefined
      ? E.left({
          detail: '`agent` is not an agent id: text of 1 to 200 characters, none of them a control character',
          claims: null,
        })
      : E.left({ detail: '`agent` is missing', claims: isSlug(mode) ? [mode] : null })
}

/**
 * Whether every claim of the manifest has been read. A manifest that was cut off at the end of a line is valid TOML, and
 * its `agent` may be in the part that is lost: unless it is there, or the header of a table, which no top-level key can
 * follow. Every manifest that has shipped ends in tables (`roles`, `consumer_floors`).
 */
export const claimsAreWhole = (table: TomlTable, text: string): boolean =>
  fieldOf(table, 'agent') !== undefined || hasHeader(text)
