import * as E from 'fp-ts/lib/Either.js'
import { type Node, parse, type ParseError, parseTree, printParseErrorCode, visit } from 'jsonc-parser'
import { type Fields, fieldsOf } from '../Fields.js'
import { pluginEntry } from '../setup/decodeConfig.js'
import type { PluginKey } from './ConfigChange.js'

/** A config as it can be edited: its text behind the byte order mark, and where its plugins stand. */
export interface ConfigText {
  readonly mark: string
  readonly text: string
  readonly root: Node
  readonly lists: Readonly<Record<PluginKey, PluginNode | null>>
}

/** The list under a key of a config. */
export interface PluginNode {
  readonly property: Node
  readonly list: Node
  /** Whether the key stands there once. */
  readonly isOnce: boolean
  /** Each entry's spec, and the node that it stands in. */
  readonly entries: ReadonlyArray<SpecNode>
}

export interface SpecNode {
  readonly spec: string | null
  readonly node: Node | null
}

const options = { allowTrailingComma: true }

/** Parses a config for editing. The error says what is wrong with it, without any of its text. */
export const parseConfigText = (whole: string): E.Either<string, ConfigText> => {
  const mark = whole.startsWith('\uFEFF') ? '\uFEFF' : ''
  const text = whole.slice(mark.length)
  const errors: ParseError[] = []
  const root = parseTree(text, errors, options)
  const [error] = errors
  if (error !== undefined)
    return E.left(`it is not JSON with comments (${printParseErrorCode(error.error)} ${placeIn(text, error.offset)})`)
  if (root?.type !== 'object') return E.left('it holds something else than one object')
  const lists = { plugin: listUnder(root, 'plugin'), plugins: listUnder(root, 'plugins') }
  if (lists.plugin === 'no list' || lists.plugins === 'no list')
    return E.left(`its key ${JSON.stringify(lists.plugin === 'no list' ? 'plugin' : 'plugins')} holds no list`)
  return E.right({ mark, text, root, lists: { plugin: lists.plugin, plugins: lists.plugins } })
}

/** What a config says, as the harness takes it. */
export const valueOf = (text: string): Fields => fieldsOf(parse(text.replace(/^\uFEFF/, ''), [], options))

/** The faults that strict JSON with comments finds in a text. */
export const strictFaults = (text: string): number => {
  const errors: ParseError[] = []
  parse(text.replace(/^\uFEFF/, ''), errors)
  return errors.length
}

const placeIn = (text: string, offset: number): string => {
  const before = text.slice(0, offset).split('\n')
  return `at line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`
}

/** Of a key that stands there twice the last one counts. */
const listUnder = (root: Node, key: PluginKey): PluginNode | null | 'no list' => {
  const properties = root.children?.filter(({ children }) => children?.[0]?.value === key) ?? []
  const property = properties.at(-1)
  const list = property?.children?.[1]
  if (property === undefined || list === undefined) return null
  return list.type === 'array'
    ? { property, list, isOnce: properties.length === 1, entries: (list.children ?? []).map(specIn) }
    : 'no list'
}

/** Where the spec of an entry stands: the entry itself, the first of a pair, or `package` of an object. */
const specIn = (entry: Node): SpecNode => {
  const node =
    entry.type === 'array'
      ? entry.children?.[0]
      : entry.type === 'object'
        ? entry.children?.findLast(({ children }) => children?.[0]?.value === 'package')?.children?.[1]
        : entry
  return node?.type === 'string' ? { spec: String(node.value), node } : { spec: null, node: null }
}

/** The specs that a config names, in the order in which 2.x reads them. */
export const specsOf = (value: Fields, keys: ReadonlyArray<PluginKey> = ['plugin', 'plugins']): ReadonlyArray<string> =>
  keys.flatMap((key) =>
    (Array.isArray(value[key]) ? (value[key] as ReadonlyArray<unknown>) : []).flatMap((entry) =>
      pluginEntry(entry, null).map(({ spec }) => spec),
    ),
  )

/** The comments of a config, sorted. */
export const commentsIn = (text: string): ReadonlyArray<string> => {
  const found: string[] = []
  visit(text, { onComment: (offset, length) => found.push(text.slice(offset, offset + length)) })
  return found.toSorted()
}
