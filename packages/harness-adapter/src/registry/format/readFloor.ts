import { type Floor, isSupportedSchema } from '@active-mode/core'
import { fieldOf, isTable, kindOf, type TomlTable } from './TomlTable.js'

/**
 * What a manifest declares of its format, before anything else of it is looked at (design 4, first step).
 * `missing` and `ill-typed` are never a pass; `other` is a format that this reader does not know.
 */
export interface ManifestVersion {
  readonly schema: 'supported' | 'ill-typed' | 'other' | 'missing'
  readonly floor: Floor | null
}

/**
 * Reads `schema_version` and `consumer_floors.plugin`. Both are strings in the format; a value of another type is shown
 * as its text, so that `2` is the version gap it means to be and `true` is one too, while `1`, which a floor lets pass,
 * breaks the bundle instead. A manifest without `schema_version` could not be read that far: no floor.
 */
export const readFloor = (directory: string, table: TomlTable): ManifestVersion => {
  const schema = fieldOf(table, 'schema_version')
  const floors = fieldOf(table, 'consumer_floors')
  const plugin = isTable(floors) ? fieldOf(floors, 'plugin') : undefined
  return schema === undefined
    ? { schema: 'missing', floor: null }
    : {
        schema: !isSupportedSchema(textOf(schema)) ? 'other' : typeof schema === 'string' ? 'supported' : 'ill-typed',
        floor: { directory, schemaVersion: textOf(schema), pluginFloor: plugin === undefined ? null : textOf(plugin) },
      }
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
