import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { FileContent } from './FileContent.js'
import { showFault, unknownKeys } from './Form.js'
import { RegistryFileForm } from './forms.js'
import { AgentId, registryFile } from './names.js'
import { fieldOf, isTable, kindOf, parseTomlFile, type TomlTable } from './toml.js'

/** A former agent id that still binds a mode. */
export interface Alias {
  readonly id: string
  readonly mode: string
}

/** Entries of `[aliases]` that bind nobody, though somebody is meant: `claims` are the ids that may be. */
export interface UnusableAlias {
  readonly claims: ReadonlyArray<string>
  readonly detail: string
}

/** A registry file that could be read to its end. Aliases are sorted by id. */
export interface RegistryFile {
  readonly aliases: ReadonlyArray<Alias>
  readonly unusable: ReadonlyArray<UnusableAlias>
  /** The sentence that says where the ledgers lie, or that it cannot be known; `null` where the file says nothing of it. */
  readonly ledger: string | null
  /** Whether there is nothing at all in the file: so one looks that is about to be written. */
  readonly isBlank: boolean
  readonly unknownKeys: ReadonlyArray<string>
}

/** Why a registry file cannot be used. `detail` names the file. */
export interface RegistryFileFault {
  readonly why: 'unreadable' | 'invalid' | 'too-large'
  readonly detail: string
}

/** What was found where a registry file may be; `null` where there is none. */
export type RegistryFileReading = E.Either<RegistryFileFault, RegistryFile> | null

/** What the ledger's line says where its sentence cannot be had (design 5). */
export const unknownLedger = (detail: string): string => `unknown (${detail})`

/**
 * `active-mode.toml` (design 4): `ledger`, one line, and `[aliases]`, former agent id = mode. An entry that binds
 * nobody spoils no other, an ill-typed `ledger` costs its line only; where `aliases` is no table nobody is known to be meant.
 */
export const decodeRegistryFile = (content: FileContent): RegistryFileReading =>
  content._tag === 'failed'
    ? content.why === 'absent'
      ? null
      : E.left({ why: content.why, detail: `${registryFile}: ${content.detail}` })
    : pipe(
        isBlank(content.bytes) ? E.right({}) : parseTomlFile(registryFile, content.bytes),
        E.mapLeft(({ detail }) => ({ why: 'invalid' as const, detail })),
        E.flatMap((table) => decodeTable(table, isBlank(content.bytes))),
      )

/** White space and nothing else. */
const isBlank = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d))

const decodeTable = (table: TomlTable, blank: boolean): NonNullable<RegistryFileReading> => {
  const aliases = fieldOf(table, 'aliases') ?? {}
  return isTable(aliases)
    ? E.right({
        ...aliasesIn(aliases),
        ledger: ledgerIn(table),
        isBlank: blank,
        unknownKeys: unknownKeys(RegistryFileForm, table).map((key) => `${registryFile}: ${key}`),
      })
    : E.left({ why: 'invalid', detail: `${registryFile}: ${showFault({ path: 'aliases', expected: 'a table' })}` })
}

const aliasesIn = (table: TomlTable): Pick<RegistryFile, 'aliases' | 'unusable'> => {
  const entries = Object.keys(table)
    .toSorted()
    .map((id) => aliasOf(id, fieldOf(table, id)))
  return {
    aliases: entries.flatMap((entry) => (E.isRight(entry) ? [entry.right] : [])),
    unusable: entries.flatMap((entry) => (E.isLeft(entry) ? [entry.left] : [])),
  }
}

const aliasOf = (id: string, mode: unknown): E.Either<UnusableAlias, Alias> =>
  isTable(mode)
    ? E.left({
        claims: dotted(id, mode),
        detail: `${registryFile}: an agent id with a dot must be quoted, as in \`"a.b" = "mode"\``,
      })
    : !AgentId.is(id)
      ? E.left({ claims: [id], detail: `${registryFile}: an alias is not ${AgentId.name}` })
      : typeof mode !== 'string' || mode === ''
        ? E.left({
            claims: [id],
            detail: `${registryFile}: the mode of an alias is ${mode === '' ? 'empty' : `not a string but of type ${kindOf(mode)}`}`,
          })
        : E.right({ id, mode })

/** The ids that an id with dots which nobody quoted may have meant: TOML made tables of it. */
const dotted = (id: string, table: TomlTable): ReadonlyArray<string> => [
  id,
  ...Object.keys(table).flatMap((key) => {
    const inner = fieldOf(table, key)
    return isTable(inner) ? dotted(`${id}.${key}`, inner) : [`${id}.${key}`]
  }),
]

const ledgerIn = (table: TomlTable): string | null => {
  const { ledger } = RegistryFileForm.props
  const given = fieldOf(table, 'ledger')
  return ledger.is(given)
    ? (given ?? null)
    : unknownLedger(`${registryFile}: ${showFault({ path: 'ledger', expected: ledger.name })}`)
}
