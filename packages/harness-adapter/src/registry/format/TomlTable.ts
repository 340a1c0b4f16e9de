/** A parsed TOML table. Its values are `unknown`: every reader decodes what it needs. It has no prototype. */
export type TomlTable = Readonly<Record<string, unknown>>

/** Whether a TOML value is a table. Dates and arrays are none. */
export const isTable = (value: unknown): value is TomlTable =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)

/** The value of a key, `undefined` where the table has no such key. A key such as `constructor` is a key like any other. */
export const fieldOf = (table: TomlTable, key: string): unknown => (Object.hasOwn(table, key) ? table[key] : undefined)

/** What kind of TOML value something is, in the words of the TOML specification. For errors, which never show the value. */
export const kindOf = (value: unknown): string =>
  Array.isArray(value)
    ? 'array'
    : isTable(value)
      ? 'table'
      : value instanceof Date
        ? 'date'
        : typeof value === 'bigint'
          ? 'integer'
          : value === undefined
            ? 'missing'
            : typeof value
