import { pipe } from 'fp-ts/lib/function.js'
import * as O from 'fp-ts/lib/Option.js'
import * as RA from 'fp-ts/lib/ReadonlyArray.js'
import type * as t from 'io-ts'
import { shapeOf } from './Shape.js'

/** A JSON Schema (draft 2020-12), or a part of one. */
export type JsonSchema = Readonly<Record<string, unknown>>

/**
 * The JSON Schema of what a codec reads. The codecs of `definitions` are described once, under `$defs` and their names, and
 * referred to wherever they occur. As the codecs pass over keys that they do not know, so does the schema.
 */
export const jsonSchemaOf = (codec: t.Mixed, definitions: Readonly<Record<string, t.Mixed>> = {}): JsonSchema => {
  const nameOf = (one: t.Mixed): O.Option<string> =>
    pipe(
      Object.entries(definitions),
      RA.findFirst(([, defined]) => defined === one),
      O.map(([name]) => name),
    )
  const refer = (one: t.Mixed): JsonSchema =>
    pipe(
      nameOf(one),
      O.match(
        () => describe(one),
        (name) => ({ $ref: `#/$defs/${name}` }),
      ),
    )
  const describe = (one: t.Mixed): JsonSchema => {
    const shape = shapeOf(one)
    switch (shape._tag) {
      case 'text':
        return { type: 'string' }
      case 'truth':
        return { type: 'boolean' }
      case 'number':
        return { type: 'number' }
      case 'integer':
        return { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }
      case 'milliseconds':
        return { type: 'number', minimum: 0 }
      case 'words':
        return shape.words.length === 1 ? { const: shape.words[0] } : { enum: shape.words }
      case 'list':
        return { type: 'array', ...(shape.least > 0 ? { minItems: shape.least } : {}), items: refer(shape.item) }
      case 'fields':
        return {
          type: 'object',
          required: shape.fields.filter(({ isOptional }) => !isOptional).map(({ key }) => key),
          properties: Object.fromEntries(shape.fields.map(({ key, value }) => [key, refer(value)])),
        }
      case 'dictionary':
        return { type: 'object', additionalProperties: refer(shape.value) }
      case 'choice':
        return { oneOf: shape.members.map(refer) }
      case 'nullable':
        return orNull(refer(shape.value))
      case 'by-key':
        return {
          oneOf: [{ type: 'object', not: { required: [shape.key] }, ...refer(shape.absent) }, refer(shape.present)],
        }
      case 'anything':
        return {}
    }
  }
  const defined = Object.entries(definitions).map(([name, one]) => [name, describe(one)] as const)
  return { ...refer(codec), ...(defined.length > 0 ? { $defs: Object.fromEntries(defined) } : {}) }
}

/** The schema of a plain type takes `null` as one more type; any other is one of two. */
const orNull = (schema: JsonSchema): JsonSchema =>
  typeof schema['type'] === 'string' && Object.keys(schema).length === 1
    ? { type: [schema['type'], 'null'] }
    : { oneOf: [{ type: 'null' }, schema] }
