import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { isAgentId } from './agentId.js'
import type { FileContent } from './FileContent.js'
import { readToml } from './readToml.js'
import {
  type Alias,
  type RegistryFile,
  registryFile,
  type RegistryFileReading,
  unknownLedger,
  type UnusableAlias,
} from './RegistryFile.js'
import { fieldOf, isTable, kindOf, type TomlTable } from './TomlTable.js'
import { unknownRegistryKeys } from './unknownKeys.js'

/**
 * Reads `active-mode.toml` (design 4): `ledger`, one line, and `[aliases]`, former agent id = mode. An entry that binds
 * nobody spoils no other, an ill-typed `ledger` costs its line only; where `aliases` is no table nobody is known to be meant.
 */
export const decodeRegistryFile = (content: FileContent): RegistryFileReading =>
  content._tag === 'failed'
    ? content.why === 'absent'
      ? null
      : E.left({ why: content.why, detail: `${registryFile}: ${content.detail}` })
    : pipe(
        isBlank(content.bytes) ? E.right({}) : readToml(registryFile, content.bytes),
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
        unknownKeys: unknownRegistryKeys(table).map((key) => `${registryFile}: ${key}`),
      })
    : E.left({ why: 'invalid', detail: `${registryFile}: \`aliases\` is not a table` })
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
    : !isAgentId(id)
      ? E.left({
          claims: [id],
          detail: `${registryFile}: an alias is not an agent id: text of 1 to 200 characters, none of them a control character`,
        })
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
  const ledger = fieldOf(table, 'ledger')
  return ledger === undefined
    ? null
    : typeof ledger === 'string' && ledger.trim() !== '' && !/[\n\v\f\r\u0085\u2028\u2029]/.test(ledger)
      ? ledger
      : unknownLedger(`${registryFile}: \`ledger\` is not one line of text`)
}
