/*
 * `@active-mode/core/schema`: the wire form as io-ts codecs, to build others from, and what is read off a codec. It is apart
 * from the main entry, whose types know no io-ts.
 */
export type { Codec, Tagged, Variants } from './Codec.js'
export { integer, milliseconds, missingAsNull, nonEmptyArray, nullable, union, word } from './Codec.js'
export { decisionLogLineSchema } from './decisionLogLineSchema.js'
export { decodeWith } from './decodeWith.js'
export { type JsonSchema, jsonSchemaOf } from './jsonSchemaOf.js'
export { type Field, type Shape, shapeOf } from './Shape.js'
export * from './wire.js'
