import * as t from 'io-ts'
import type { JsonSchema } from '@active-mode/core/schema'
import type { FileWords } from './words.js'

/**
 * The JSON Schema of a TOML file, read off the codec that decodes it, with a sentence for each key. As the decoder passes
 * over keys that it does not know, and over what stands under keys that nobody reads, so does the schema. Draft 7, since
 * that is what editors of TOML know best.
 */
export const formSchema = (form: t.Mixed, id: string, { title, keys }: FileWords): JsonSchema => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  $id: id,
  title,
  ...describe(form, '', keys),
})

const describe = (form: t.Mixed, path: string, words: FileWords['keys']): JsonSchema => {
  const said = words[path] === undefined ? {} : { description: words[path] }
  return { ...said, ...shapeAt(form, path, words) }
}

const shapeAt = (form: t.Mixed, path: string, words: FileWords['keys']): JsonSchema => {
  if (form instanceof t.InterfaceType) {
    const props = Object.entries((form as t.InterfaceType<t.Props>).props)
    const below = (key: string): string => (path === '' ? key : `${path}.${key}`)
    return {
      type: 'object',
      required: props.filter(([, inner]) => !mayBeMissing(inner)).map(([key]) => key),
      properties: Object.fromEntries(props.map(([key, inner]) => [key, describe(inner, below(key), words)])),
    }
  }
  if (form instanceof t.ArrayType)
    return { type: 'array', items: shapeAt((form as t.ArrayType<t.Mixed>).type, path, words) }
  if (form instanceof t.DictionaryType) {
    const { domain, codomain } = form as t.DictionaryType<t.Mixed, t.Mixed>
    return {
      type: 'object',
      propertyNames: shapeAt(domain, path, words),
      additionalProperties: shapeAt(codomain, path, words),
    }
  }
  if (form instanceof t.RefinementType) {
    const { type, name } = form as t.RefinementType<t.Mixed>
    return { ...shapeAt(type, path, words), ...(type instanceof t.ArrayType ? { minItems: 1 } : refined(name)) }
  }
  if (form instanceof t.StringType) return { type: 'string' }
  // Below a key that nobody reads anything is accepted.
  return isTagged(form, 'OptionalType') ? shapeAt(form.type, path, words) : {}
}

const mayBeMissing = (form: t.Mixed): boolean => isTagged(form, 'OptionalType') || isTagged(form, 'UnusedType')

const isTagged = (form: t.Mixed, tag: string): form is t.Mixed & { readonly type: t.Mixed } =>
  '_tag' in form && form._tag === tag

/**
 * What a refinement of a string asks for, in the terms of a schema. A refinement is known by its name, which is also what
 * people are told. Control characters are spelt out, since not every reader of schemas knows Unicode's classes.
 */
const refinements: Readonly<Record<string, JsonSchema>> = {
  'a string': {},
  'a non-empty string': { pattern: '\\S' },
  'a slug': { pattern: '^[a-z][a-z0-9-]*$' },
  'an agent id: text of 1 to 200 characters, none of them a control character': {
    pattern: '^[^\\x00-\\x1f\\x7f-\\x9f]+$',
    maxLength: 200,
  },
  'a plain file name': { pattern: '^[^./\\\\\\x00-\\x1f\\x7f-\\x9f][^/\\\\\\x00-\\x1f\\x7f-\\x9f]*$', maxLength: 255 },
  'one line of text': { pattern: '^[^\\n\\v\\f\\r\\x85\\u2028\\u2029]*\\S[^\\n\\v\\f\\r\\x85\\u2028\\u2029]*$' },
  'the name of a mode': { minLength: 1 },
  'a version that this build reads': { pattern: '^0*1(\\.0+)*$' },
  'a version that this build supports': { pattern: '^(0+(\\.[0-9]+)*|0*1(\\.0+)*)$' },
}

/** A refinement that is not known here would be left out of the schema unseen. */
const refined = (name: string): JsonSchema => {
  const known = refinements[name]
  if (known === undefined) throw new Error(`formSchema: there is no schema for "${name}"; add one to its table`)
  return known
}
