import * as E from 'fp-ts/lib/Either.js'

import { hasHeader } from './parseToml.js'
import { isSlug } from './slug.js'
import { fieldOf, type TomlTable } from './TomlTable.js'

/** The agents of a whole manifest, as far as they bind its mode. */
export interface AgentClaims {
  readonly agent: string
  readonly aliases: ReadonlyArray<string>
}

/** Why a manifest binds nobody, and the agent ids it claims all the same; `null` where they cannot be known. */
export interface ClaimsFailure {
  readonly detail: string
  readonly claims: ReadonlyArray<string> | null
}

/**
 * Reads `agent` and `aliases` (design 4, second step). A manifest older than the binding has no `agent` and claims its
 * mode's name, nothing more. An ill-typed claim cannot be known: whoever it meant would be passed over in silence.
 */
export const readClaims = (table: TomlTable): E.Either<ClaimsFailure, AgentClaims> => {
  const agent = fieldOf(table, 'agent')
  const aliases = fieldOf(table, 'aliases') ?? []
  return !isSlugs(aliases)
    ? E.left({ detail: '`aliases` is not an array of slugs', claims: null })
    : isSlug(agent)
      ? E.right({ agent, aliases: distinct(aliases).filter((alias) => alias !== agent) })
      : agent !== undefined
        ? E.left({ detail: '`agent` is not a slug', claims: null })
        : E.left({ detail: '`agent` is missing', claims: claimsWithoutAgent(table, aliases) })
}

const claimsWithoutAgent = (table: TomlTable, aliases: ReadonlyArray<string>): ReadonlyArray<string> | null => {
  const mode = fieldOf(table, 'mode')
  return isSlug(mode) ? distinct([mode, ...aliases]) : null
}

/**
 * Whether every claim of the manifest has been read. A manifest that was cut off at the end of a line is valid TOML, and
 * its `agent` or `aliases` may be in the part that is lost: unless both are there, or the header of a table, which no
 * top-level key can follow. Every manifest that has shipped ends in tables (`roles`, `consumer_floors`).
 */
export const claimsAreWhole = (table: TomlTable, text: string): boolean =>
  (fieldOf(table, 'agent') !== undefined && fieldOf(table, 'aliases') !== undefined) || hasHeader(text)

const isSlugs = (value: unknown): value is ReadonlyArray<string> => Array.isArray(value) && value.every(isSlug)

const distinct = (ids: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(ids)]
