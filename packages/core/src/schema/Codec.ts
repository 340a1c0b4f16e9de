import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as RA from 'fp-ts/lib/ReadonlyArray.js'
import type { ReadonlyNonEmptyArray } from 'fp-ts/lib/ReadonlyNonEmptyArray.js'
import * as t from 'io-ts'

/** The description of one type of the wire form, as an io-ts codec. `shapeOf` says what it describes. */
export type Codec<A> = t.Type<A, unknown>

/** What the codecs of this file carry beside io-ts's own, so that they can be looked into as those can. */
export type Own =
  | { readonly _tag: 'Integer' }
  | { readonly _tag: 'Milliseconds' }
  | { readonly _tag: 'Nullable'; readonly type: t.Mixed }
  | { readonly _tag: 'MissingAsNull'; readonly type: t.Mixed }
  | { readonly _tag: 'NonEmpty'; readonly type: t.Mixed }
  | { readonly _tag: 'ByKey'; readonly key: string; readonly present: t.Mixed; readonly absent: t.Mixed }

const where = <A>(name: string, own: Own, is: (u: unknown) => u is A): Codec<A> =>
  Object.assign(
    new t.Type<A, unknown>(name, is, (u, context) => (is(u) ? t.success(u) : t.failure(u, context)), t.identity),
    own,
  )

/** An integer that a JSON number holds exactly. */
export const integer: Codec<number> = where('integer', { _tag: 'Integer' }, (u): u is number => Number.isSafeInteger(u))

/** A span of time in milliseconds: finite, not negative. */
export const milliseconds: Codec<number> = where(
  'milliseconds',
  { _tag: 'Milliseconds' },
  (u): u is number => typeof u === 'number' && Number.isFinite(u) && u >= 0,
)

/** A value or `null`. Unlike a union with `t.null` its errors speak of the value alone. */
export const nullable = <A>(type: Codec<A>): Codec<A | null> =>
  Object.assign(
    new t.Type<A | null, unknown>(
      `${type.name} | null`,
      (u): u is A | null => u === null || type.is(u),
      (u, context) => (u === null ? t.success(null) : type.validate(u, standIn(context, type))),
      (a) => (a === null ? null : type.encode(a)),
    ),
    { _tag: 'Nullable', type } satisfies Own,
  )

/** The context as if `type` itself stood there, so that the errors below it read the same with and without `null`. */
const standIn = (context: t.Context, type: t.Decoder<unknown, unknown>): t.Context =>
  context.map((entry, index) => (index === context.length - 1 ? { ...entry, type } : entry))

/**
 * A field that older writers did not have: missing on the wire it reads as `null`, as a value it is never missing. The
 * errors are those of the codec itself.
 */
export const missingAsNull = <A>(type: Codec<A | null>): Codec<A | null> =>
  Object.assign(
    new t.Type<A | null, unknown>(
      type.name,
      type.is,
      (u, context) => (u === undefined ? t.success(null) : type.validate(u, context)),
      type.encode,
    ),
    { _tag: 'MissingAsNull', type } satisfies Own,
  )

/** An array of at least one element. */
export const nonEmptyArray = <A>(element: Codec<A>): Codec<ReadonlyNonEmptyArray<A>> => {
  const array = t.readonlyArray(element, `an array of at least one ${element.name}`)
  return Object.assign(
    new t.Type<ReadonlyNonEmptyArray<A>, unknown>(
      array.name,
      (u): u is ReadonlyNonEmptyArray<A> => array.is(u) && RA.isNonEmpty(u),
      (u, context) =>
        pipe(
          array.validate(u, context),
          E.chain((elements) => (RA.isNonEmpty(elements) ? t.success(elements) : t.failure(u, context))),
        ),
      array.encode,
    ),
    { _tag: 'NonEmpty', type: element } satisfies Own,
  )
}

/** One of some words. */
export const word = <W extends string>(...words: ReadonlyArray<W>): Codec<W> =>
  t.keyof(Object.fromEntries(words.map((one) => [one, null])) as Record<W, null>)

/** The fields of each variant of a union, by its tag. */
export type Variants = Readonly<Record<string, t.Props>>

/** What such a union is: each variant with its tag. */
export type Tagged<V extends Variants> = {
  [Tag in keyof V]: { readonly _tag: Tag } & { readonly [Field in keyof V[Tag]]: t.TypeOf<V[Tag][Field]> }
}[keyof V]

/** A union whose variants are told apart by `_tag`. Unless it has a name its errors list the tags. */
export const union = <V extends Variants>(variants: V, name = Object.keys(variants).join(' | ')): Codec<Tagged<V>> =>
  t.union(
    Object.entries(variants).map(([tag, fields]) => t.strict({ _tag: t.literal(tag), ...fields })) as unknown as [
      Codec<Tagged<V>>,
      Codec<Tagged<V>>,
    ],
    name,
  )

/** One of two objects: that which has a key, or that which has not. So the errors speak of the one that was meant. */
export const byKey = <A extends object, B extends object>(
  name: string,
  key: string & keyof A,
  present: Codec<A>,
  absent: Codec<B>,
): Codec<A | B> =>
  Object.assign(
    new t.Type<A | B, unknown>(
      name,
      (u): u is A | B => present.is(u) || absent.is(u),
      (u, context) => (hasKey(key, u) ? present.validate(u, context) : absent.validate(u, context)),
      (value) => (key in value ? present.encode(value as A) : absent.encode(value as B)),
    ),
    { _tag: 'ByKey', key, present, absent } satisfies Own,
  )

const hasKey = (key: string, u: unknown): boolean => typeof u === 'object' && u !== null && Object.hasOwn(u, key)
