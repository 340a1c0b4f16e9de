import * as E from 'fp-ts/lib/Either.js'
import { elementsOf, type Fields } from '../Fields.js'
import { pluginEntry } from '../setup/decodeConfig.js'
import type { ConfigChange, PluginKey } from './ConfigChange.js'
import { commentsIn, type ConfigText, parseConfigText, valueOf } from './ConfigText.js'
import { endOf, insertChild, layoutOf, put, removeChild } from './editChildren.js'

/**
 * Changes the plugins that a config names and nothing else of it: comments, layout, line ends and a byte order mark stay. What the config
 * says afterwards is compared with what it is to say, so that a text that is understood wrongly is refused and not spoilt. The error says why.
 */
export const changeConfig = (before: string, changes: ReadonlyArray<ConfigChange>): E.Either<string, string> =>
  changes.reduce<E.Either<string, string>>(
    (text, change) => (E.isLeft(text) ? text : changeOnce(text.right, change)),
    E.right(before),
  )

/** The text of a config that names this plugin alone. It has the key that 1.x would add at its next start. */
export const newConfig = (key: PluginKey, spec: string): string =>
  `{\n  "$schema": "https://opencode.ai/config.json",\n  "${key}": [${JSON.stringify(spec)}]\n}\n`

const changeOnce = (before: string, change: ConfigChange): E.Either<string, string> => {
  if (before.replace(/^\uFEFF/, '').trim() === '')
    return change._tag === 'add'
      ? E.right(`${before.startsWith('\uFEFF') ? '\uFEFF' : ''}${newConfig(change.key, change.spec)}`)
      : E.left('it is empty')
  const config = parseConfigText(before)
  if (E.isLeft(config)) return config
  const text = edited(config.right, change)
  const after = `${config.right.mark}${text}`
  return isMeant(before, after, change)
    ? E.right(after)
    : E.left('its plugins stand in a way that cannot be edited without a risk')
}

const edited = (config: ConfigText, change: ConfigChange): string => {
  const { text, lists } = config
  switch (change._tag) {
    case 'add':
      return withEntry(config, change.key, JSON.stringify(change.spec))
    case 'point': {
      const node = [lists.plugin, lists.plugins]
        .flatMap((list) => list?.entries ?? [])
        .findLast(({ spec }) => spec === change.from)?.node
      return node === undefined || node === null ? text : put(text, node.offset, endOf(node), JSON.stringify(change.to))
    }
    case 'move': {
      const value = elementsOf(valueOf(text)['plugins']).findLast((entry) => specOf(entry) === change.from)
      const after = parseConfigText(without(config, change.from, ['plugins']))
      return E.isLeft(after) ? text : withEntry(after.right, 'plugin', JSON.stringify(asPair(value, change.to)))
    }
    case 'remove':
      return without(config, change.spec, ['plugins', 'plugin'])
  }
}

/** Both generations read a pair of a spec and options; 1.x refuses an object. */
const asPair = (entry: unknown, spec: string): unknown => {
  const [{ options } = { options: undefined }] = pluginEntry(entry, null)
  return options === undefined ? spec : [spec, options]
}

const withEntry = ({ text, root, lists }: ConfigText, key: PluginKey, entry: string): string =>
  lists[key] === null
    ? insertChild(text, root, `"${key}": [${entry}]`, layoutOf(text))
    : insertChild(text, lists[key].list, entry, layoutOf(text))

/** Without the last entry of a spec. A list that would be left empty goes with its key, unless that takes a comment along. */
const without = ({ text, root, lists }: ConfigText, spec: string, keys: ReadonlyArray<PluginKey>): string => {
  const list = keys
    .map((key) => lists[key])
    .find((found) => found?.entries.some((entry) => entry.spec === spec) === true)
  if (list === undefined || list === null) return text
  const { offset, length } = list.property
  const hasComments = commentsIn(`{${text.slice(offset, offset + length)}}`).length > 0
  return list.entries.length === 1 && list.isOnce && !hasComments
    ? removeChild(text, root, root.children?.indexOf(list.property) ?? -1)
    : removeChild(
        text,
        list.list,
        list.entries.findLastIndex((entry) => entry.spec === spec),
      )
}

/** Whether a text says what the change means, all else as before, every comment included. */
const isMeant = (before: string, after: string, change: ConfigChange): boolean => {
  const [was, is] = [valueOf(before), valueOf(after)]
  return (
    E.isRight(parseConfigText(after)) &&
    JSON.stringify(others(was)) === JSON.stringify(others(is)) &&
    JSON.stringify(changed(was, change)) === JSON.stringify(listsOf(is)) &&
    JSON.stringify(commentsIn(before)) === JSON.stringify(commentsIn(after))
  )
}

const others = (value: Fields): Fields =>
  Object.fromEntries(Object.entries(value).filter(([key]) => key !== 'plugin' && key !== 'plugins'))

type Lists = readonly [plugin: ReadonlyArray<unknown>, plugins: ReadonlyArray<unknown>]

const listsOf = (value: Fields): Lists => [elementsOf(value['plugin']), elementsOf(value['plugins'])]

const specOf = (entry: unknown): string | undefined => pluginEntry(entry, null)[0]?.spec

/** What the two lists say after a change. */
const changed = (value: Fields, change: ConfigChange): Lists => {
  const [plugin, plugins] = listsOf(value)
  const lastOf = (list: ReadonlyArray<unknown>, spec: string): number =>
    list.findLastIndex((entry) => specOf(entry) === spec)
  const less = (list: ReadonlyArray<unknown>, spec: string): ReadonlyArray<unknown> =>
    list.filter((_, place) => place !== lastOf(list, spec))
  switch (change._tag) {
    case 'add':
      return change.key === 'plugin' ? [[...plugin, change.spec], plugins] : [plugin, [...plugins, change.spec]]
    case 'point': {
      const inPlugins = lastOf(plugins, change.from) >= 0
      const pointed = (list: ReadonlyArray<unknown>): ReadonlyArray<unknown> =>
        list.map((entry, place) => (place === lastOf(list, change.from) ? withSpec(entry, change.to) : entry))
      return inPlugins ? [plugin, pointed(plugins)] : [pointed(plugin), plugins]
    }
    case 'move':
      return [[...plugin, asPair(plugins[lastOf(plugins, change.from)], change.to)], less(plugins, change.from)]
    case 'remove':
      return lastOf(plugins, change.spec) >= 0
        ? [plugin, less(plugins, change.spec)]
        : [less(plugin, change.spec), plugins]
  }
}

const withSpec = (entry: unknown, spec: string): unknown =>
  typeof entry === 'string'
    ? spec
    : Array.isArray(entry)
      ? [spec, ...entry.slice(1)]
      : { ...(entry as object), package: spec }
