import { readFileSync, writeFileSync } from 'node:fs'
import { format } from 'prettier'
import { decisionLogLineSchema } from '@active-mode/core/schema'
import { registrySchemas } from '@active-mode/harness-adapter/library'

// Writes the schemas in docs/schema that are read off codecs. What explains decision-log-line.v1.json (titles, descriptions) is kept
// from the file; the schemas of the registry's TOML files bring their words along.

const folder = new URL('../docs/schema/', import.meta.url)
const file = new URL('decision-log-line.v1.json', folder)

const isObject = (json: unknown): json is Readonly<Record<string, unknown>> => typeof json === 'object' && json !== null

const isWord = ([key, value]: readonly [string, unknown]): boolean =>
  ['$schema', '$id', 'title', 'description'].includes(key) && typeof value === 'string'

/** The schema with the words that the other one has at the same place. */
const withWords = (words: unknown, schema: unknown): unknown => {
  if (!isObject(schema)) return schema
  const below = (key: string, inner: unknown) => withWords(isObject(words) ? words[key] : undefined, inner)
  if (Array.isArray(schema)) return schema.map((item, place) => below(String(place), item))
  return Object.fromEntries([
    ...Object.entries(isObject(words) ? words : {}).filter(isWord),
    ...Object.entries(schema).map(([key, inner]) => [key, below(key, inner)] as const),
  ])
}

const options = { parser: 'json', printWidth: 180, objectWrap: 'collapse' } as const

const write = async (name: string, schema: unknown): Promise<void> => {
  writeFileSync(new URL(name, folder), await format(JSON.stringify(schema), options))
  process.stdout.write(`docs/schema/${name} is written\n`)
}

await write('decision-log-line.v1.json', withWords(JSON.parse(readFileSync(file, 'utf8')), decisionLogLineSchema))
for (const { name, schema } of registrySchemas) await write(name, schema)
