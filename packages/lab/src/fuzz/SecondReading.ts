import { type AST, ParseError, parseTOML } from 'toml-eslint-parser'

/*
 * The second TOML parser is toml-eslint-parser: written for linters, by other people than smol-toml's and on another
 * principle (tokens and a syntax tree; dates and escapes are checked by hand). Of the candidates it alone reads TOML 1.0
 * and 1.1 apart, and in our trials it refused nothing that is valid. It is too lenient with a bare CR in comments and
 * multi-line strings, which does no harm here: only what our own parser accepts is put before it.
 *
 * The others: js-toml and toml read 1.1 only; @iarna/toml refuses some valid times; @taplo/lib accepts `[[a]` and refuses
 * U+2028 in a comment; toml-nodejs runs out of memory on some broken inputs; @ltd/j-toml is under the LGPL.
 *
 * Its own `getStaticTOMLValue` writes keys into plain objects, `__proto__` among them. Hence the maps below.
 */

/** A table, keys to values. */
export type SecondTable = ReadonlyMap<string, SecondValue>

/** A TOML value as the second parser reads it. */
export type SecondValue =
  string | number | bigint | boolean | Date | ReadonlyArray<SecondValue> | ReadonlyMap<string, SecondValue>

/** What the second parser makes of a file. `version` is the oldest TOML that the file is valid in. */
export type SecondReading =
  | { readonly _tag: 'read'; readonly version: '1.0' | '1.1'; readonly table: SecondTable }
  | { readonly _tag: 'refused'; readonly because: string }

/** Reads a file with the second parser. */
export const readSecondly = (bytes: Uint8Array): SecondReading => {
  const text = textOf(bytes)
  const old = text === null ? notUtf8 : parse(text, '1.0')
  const current = text === null || old._tag === 'read' ? old : parse(text, '1.1')
  return current._tag === 'read' ? current : old
}

const notUtf8: SecondReading = { _tag: 'refused', because: 'not UTF-8' }

/** UTF-8 with one byte order mark at most. */
const textOf = (bytes: Uint8Array): string | null => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return text.startsWith('\ufeff') ? text.slice(1) : text
  } catch {
    return null
  }
}

const parse = (text: string, version: '1.0' | '1.1'): SecondReading => {
  try {
    return { _tag: 'read', version, table: tableOf(parseTOML(text, { tomlVersion: version })) }
  } catch (error) {
    if (error instanceof ParseError) return { _tag: 'refused', because: error.message }
    if (error instanceof RangeError) return { _tag: 'refused', because: 'nested too deeply' }
    throw error
  }
}

type Table = Map<string, SecondValue>

const tableOf = (program: AST.TOMLProgram): Table => {
  const root: Table = new Map()
  for (const node of program.body[0].body)
    if (node.type === 'TOMLKeyValue') assign(root, node)
    else {
      const table = tableAt(root, node.resolvedKey)
      for (const each of node.body) assign(table, each)
    }
  return root
}

/** The table of a header, made where it is not there yet. Numbers in its path are places in arrays of tables. */
const tableAt = (root: Table, path: ReadonlyArray<string | number>): Table => {
  let here: SecondValue | undefined = root
  path.forEach((step, place) => {
    const next: Table | SecondValue[] = typeof path[place + 1] === 'number' ? [] : new Map()
    here = isTable(here) ? inTable(here, String(step), next) : inArray(here, Number(step), next)
  })
  return isTable(here) ? here : new Map()
}

const inTable = (table: Table, key: string, otherwise: SecondValue): SecondValue => {
  const value = table.get(key) ?? otherwise
  table.set(key, value)
  return value
}

const inArray = (array: SecondValue | undefined, place: number, otherwise: SecondValue): SecondValue => {
  if (!isArray(array)) return otherwise
  array[place] ??= otherwise
  return array[place]
}

const assign = (table: Table, { key, value }: AST.TOMLKeyValue): void => {
  const names = key.keys.map((each) => (each.type === 'TOMLBare' ? each.name : each.value))
  const last = names.pop() ?? ''
  tableAt(table, names).set(last, valueOf(value))
}

const valueOf = (node: AST.TOMLContentNode): SecondValue => {
  switch (node.type) {
    case 'TOMLArray':
      return node.elements.map(valueOf)
    case 'TOMLInlineTable': {
      const table: Table = new Map()
      for (const each of node.body) assign(table, each)
      return table
    }
    case 'TOMLValue':
      return node.kind === 'integer' ? node.bigint : node.value
  }
}

const isTable = (value: SecondValue | undefined): value is Table => value instanceof Map

const isArray = (value: SecondValue | undefined): value is SecondValue[] => Array.isArray(value)
