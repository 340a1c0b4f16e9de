import { readFileSync, writeFileSync } from 'node:fs'
import { format } from 'prettier'
import { decisionLogLineSchema } from '@active-mode/core/schema'

// Writes docs/schema/decision-log-line.v1.json from the codec. What explains it (titles, descriptions) is kept from the file.

const file = new URL('../docs/schema/decision-log-line.v1.json', import.meta.url)

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

const schema = withWords(JSON.parse(readFileSync(file, 'utf8')), decisionLogLineSchema)
const options = { parser: 'json', printWidth: 180, objectWrap: 'collapse' } as const
writeFileSync(file, await format(JSON.stringify(schema), options))
process.stdout.write('docs/schema/decision-log-line.v1.json is written\n')
