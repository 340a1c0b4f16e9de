import { type Fields, fieldsOf } from '../Fields.js'
import { isSecretName, isSecretText } from './filterEnv.js'

/** A config without what the copy must not have, and what was left out of it, by its path in the config. */
export interface CleanConfig {
  readonly config: Fields
  readonly leftOut: ReadonlyArray<string>
}

/** What would reach a person's providers or servers, or stand in the way of the stand-in model. */
const notCopied = [
  'provider',
  'providers',
  'model',
  'small_model',
  'enabled_providers',
  'disabled_providers',
  'mcp',
  'lsp',
  'server',
  'share',
  'autoupdate',
  'enterprise',
]

/** Where the agents, the modes of old versions and the commands stand; each may name a model of its own. */
const withModels = ['agent', 'agents', 'mode', 'modes', 'command', 'commands']

/** A config of either generation without providers, models, servers and everything that looks like a key. */
export const cleanConfig = (config: Fields): CleanConfig => {
  const leftOut: string[] = []
  const cleaned = Object.fromEntries(
    Object.entries(config).flatMap(([key, value]) => {
      if (notCopied.includes(key)) {
        leftOut.push(...namesIn(key, value))
        return []
      }
      const kept = withModels.includes(key) ? withoutModels(value) : value
      return [[key, withoutSecrets(kept, key, leftOut)] as const]
    }),
  )
  return { config: cleaned, leftOut }
}

/** The parts of a setting one by one, so that a person sees which of their servers does not run. */
const namesIn = (key: string, value: unknown): ReadonlyArray<string> => {
  const names = Object.keys(fieldsOf(value))
  return names.length === 0 ? [key] : names.map((name) => `${key}.${name}`)
}

const withoutModels = (settings: unknown): Fields =>
  Object.fromEntries(
    Object.entries(fieldsOf(settings)).map(([id, setting]) => [
      id,
      Object.fromEntries(Object.entries(fieldsOf(setting)).filter(([key]) => !['model', 'variant'].includes(key))),
    ]),
  )

/** Texts below a name of a secret go, and so do texts that look like one. Prompts are texts of many words, and stay. */
const withoutSecrets = (value: unknown, path: string, leftOut: string[]): unknown => {
  if (Array.isArray(value))
    return value.map((each: unknown, at) => withoutSecrets(each, `${path}.${String(at)}`, leftOut))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value as Fields).flatMap(([key, each]) => {
      const here = `${path}.${key}`
      if (typeof each === 'string' && (isSecretName(key) || (isSecretText(each) && !/\s\S+\s/.test(each)))) {
        leftOut.push(here)
        return []
      }
      return [[key, withoutSecrets(each, here, leftOut)] as const]
    }),
  )
}
