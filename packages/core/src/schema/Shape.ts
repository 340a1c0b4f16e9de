import type * as t from 'io-ts'
import type { Own } from './Codec.js'

/** What a codec describes, one level deep: the codecs below it are looked into in the same way. */
export type Shape =
  | { readonly _tag: 'text' }
  | { readonly _tag: 'truth' }
  | { readonly _tag: 'number' | 'integer' | 'milliseconds' }
  | { readonly _tag: 'words'; readonly words: ReadonlyArray<string | number | boolean | null> }
  | { readonly _tag: 'list'; readonly item: t.Mixed; readonly least: 0 | 1 }
  | { readonly _tag: 'fields'; readonly fields: ReadonlyArray<Field> }
  | { readonly _tag: 'dictionary'; readonly value: t.Mixed }
  | { readonly _tag: 'choice'; readonly members: ReadonlyArray<t.Mixed> }
  | { readonly _tag: 'nullable'; readonly value: t.Mixed }
  | { readonly _tag: 'by-key'; readonly key: string; readonly present: t.Mixed; readonly absent: t.Mixed }
  /** A codec that says nothing of what it takes. */
  | { readonly _tag: 'anything' }

/** A field of an object. An optional one may be missing on the wire. */
export interface Field {
  readonly key: string
  readonly value: t.Mixed
  readonly isOptional: boolean
}

/** The kinds of codec that can be looked into: those of io-ts by its own run-time tags, and those of `Codec.ts`. */
type Known =
  | Own
  | t.StringType
  | t.NumberType
  | t.BooleanType
  | t.NullType
  | t.LiteralType<string | number | boolean>
  | t.KeyofType<Readonly<Record<string, unknown>>>
  | t.ArrayType<t.Mixed>
  | t.ReadonlyArrayType<t.Mixed>
  | t.InterfaceType<t.Props>
  | t.PartialType<t.Props>
  | t.DictionaryType<t.Mixed, t.Mixed>
  | t.UnionType<t.Mixed[]>
  | t.IntersectionType<t.Mixed[]>
  | t.ExactType<t.Mixed>
  | t.ReadonlyType<t.Mixed>
  | t.RefinementType<t.Mixed>
  | { readonly _tag?: never }

/** What a codec describes. One that carries no tag, or one that io-ts has and nobody here needs, is `anything`. */
export const shapeOf = (codec: t.Mixed): Shape => {
  const known = codec as unknown as Known
  switch (known._tag) {
    case 'StringType':
      return { _tag: 'text' }
    case 'BooleanType':
      return { _tag: 'truth' }
    case 'NumberType':
      return { _tag: 'number' }
    case 'Integer':
      return { _tag: 'integer' }
    case 'Milliseconds':
      return { _tag: 'milliseconds' }
    case 'NullType':
      return { _tag: 'words', words: [null] }
    case 'LiteralType':
      return { _tag: 'words', words: [known.value] }
    case 'KeyofType':
      return { _tag: 'words', words: Object.keys(known.keys) }
    case 'ArrayType':
    case 'ReadonlyArrayType':
      return { _tag: 'list', item: known.type, least: 0 }
    case 'NonEmpty':
      return { _tag: 'list', item: known.type, least: 1 }
    case 'InterfaceType':
      return fieldsOf(known.props, false)
    case 'PartialType':
      return fieldsOf(known.props, true)
    case 'IntersectionType':
      return { _tag: 'fields', fields: known.types.map(shapeOf).flatMap((one) => ('fields' in one ? one.fields : [])) }
    case 'DictionaryType':
      return { _tag: 'dictionary', value: known.codomain }
    case 'UnionType':
      return { _tag: 'choice', members: known.types }
    case 'Nullable':
      return { _tag: 'nullable', value: known.type }
    case 'ByKey':
      return { _tag: 'by-key', key: known.key, present: known.present, absent: known.absent }
    case 'MissingAsNull':
    case 'ExactType':
    case 'ReadonlyType':
    case 'RefinementType':
      return shapeOf(known.type)
    case undefined:
  }
  return { _tag: 'anything' }
}

const fieldsOf = (props: t.Props, isPartial: boolean): Shape => ({
  _tag: 'fields',
  fields: Object.entries(props).map(([key, value]) => ({
    key,
    value,
    isOptional: isPartial || (value as unknown as Known)._tag === 'MissingAsNull',
  })),
})
