import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { elementsOf, type Fields, fieldsOf } from '../../Fields.js'
import { configFolder, ownFolder, type SetupSettings } from '../../setup/live/configSources.js'
import { namedIn } from '../../setup/live/NamedPlugin.js'
import { cleanConfig } from '../cleanConfig.js'
import type { CopyOptions } from '../CopyOptions.js'
import { filterEnv } from '../filterEnv.js'
import { standInConfig } from '../standInConfig.js'
import { copyConfigFolder, putText } from './copyFolder.js'
import { configOrRefuse, keyOf, sourcesOf } from './machinePlugins.js'

/** Where a path of this machine lies in the copy. */
export type PathInCopy = (path: string) => string

/** What came of copying the configs. */
export interface CopiedConfigs {
  /** What was left out, each with its file. */
  readonly leftOut: ReadonlyArray<string>
  /** The config that stands in a variable; `null` where none does. */
  readonly inline: Fields | null
}

/**
 * Writes each config that the harness reads into the copy, without what `cleanConfig` takes out and without the plugins that are left out, and
 * the stand-in model into the first of them. What a config refers to (`{env:…}`, `{file:…}`) is put in; paths are made whole, since what
 * they lead to stays where it is. `registry` is the option of our plugin in the copy; `null`: it has none.
 */
export const copyConfigs = (options: CopyOptions, registry: string | null, at: PathInCopy): CopiedConfigs => {
  const { settings, generation, modelUrl } = options
  const cleanSettings = { ...settings, env: filterEnv(settings.env) }
  const read = sourcesOf(settings, generation).flatMap((source) => {
    switch (source._tag) {
      case 'folder':
        copyConfigFolder(source.path, at(source.path), options.leaveOut)
        return []
      case 'inline':
        return [{ file: source.path, isInline: true, config: configOrRefuse(source, cleanSettings, generation) }]
      case 'files':
        return source.paths
          .filter((path) => existsSync(path))
          .map((path) => ({ file: path, isInline: false, config: configOrRefuse(path, cleanSettings, generation) }))
    }
  })
  const cleaned = read.map(({ file, isInline, config }) => {
    const clean = cleanConfig(config)
    return {
      file,
      isInline,
      config: withPathsOfCopy(clean.config, file, options, registry),
      leftOut: clean.leftOut.map((place) => `${place} (${file})`),
    }
  })
  const first = join(generation === 1 ? ownFolder(settings) : configFolder(settings), 'opencode.json')
  const files = new Map<string, Fields>([
    [first, {}],
    ...cleaned.flatMap(({ file, isInline, config }) => (isInline ? [] : [[file, config] as const])),
  ])
  for (const [file, config] of files) {
    const whole = file === first ? { ...config, ...standInConfig(generation, modelUrl) } : config
    putText(at(file), JSON.stringify(whole, null, 2))
  }
  return {
    leftOut: [...new Set(cleaned.flatMap(({ leftOut }) => leftOut))],
    inline: cleaned.find(({ isInline }) => isInline)?.config ?? null,
  }
}

const withPathsOfCopy = (config: Fields, file: string, options: CopyOptions, registry: string | null): Fields =>
  Object.fromEntries(
    Object.entries(config).map(([key, value]) => {
      if (!Array.isArray(value)) return [key, value]
      const list = value as ReadonlyArray<unknown>
      if (key === 'plugin' || key === 'plugins')
        return [key, list.flatMap((entry) => entryInCopy(entry, file, options, registry))]
      return [key, key === 'instructions' ? list.flatMap((entry) => instruction(entry, options.settings)) : list]
    }),
  )

/** An entry of a list of plugins, in any of its forms; nothing where the plugin is left out. */
const entryInCopy = (
  entry: unknown,
  file: string,
  { settings, generation, plugins, leaveOut }: CopyOptions,
  registry: string | null,
): ReadonlyArray<unknown> => {
  const { package: inObject, options: ofObject } = fieldsOf(entry)
  const pair = elementsOf(entry)
  const spec = typeof entry === 'string' ? entry : (pair[0] ?? inObject)
  if (typeof spec !== 'string') return [entry]
  const key = keyOf(namedIn({ spec, options: undefined, source: file }, settings, generation))
  if (leaveOut.includes(key)) return []
  const whole = spec.startsWith('.') ? resolve(dirname(file), spec) : spec
  const given = pair.length > 1 ? pair[1] : ofObject
  const isOurs = plugins.some((each) => each.isOurs && each.key === key)
  const kept = given !== undefined && isOurs ? ourOptions(fieldsOf(given), registry) : given
  if (inObject !== undefined) return [kept === undefined ? { package: whole } : { package: whole, options: kept }]
  return [kept === undefined ? whole : [whole, kept]]
}

/** The options of our own plugin: the registry is that of the copy, and its log of decisions must not be a person's. */
const ourOptions = (given: Fields, registry: string | null): Fields => ({
  ...Object.fromEntries(Object.entries(given).filter(([name]) => name !== 'decisionLog' && name !== 'registry')),
  ...(registry === null || given['registry'] === undefined ? {} : { registry }),
})

/** An address on the network is left out; a file is named by its whole path. */
const instruction = (entry: unknown, { home, directory }: SetupSettings): ReadonlyArray<unknown> => {
  if (typeof entry !== 'string' || /^https?:/.test(entry)) return []
  return [entry.startsWith('~/') ? join(home, entry.slice(2)) : resolve(directory, entry)]
}
