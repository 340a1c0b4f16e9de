import * as t from 'io-ts'

/** A value or `null`. Unlike a union with `t.null` its errors speak of the value alone. */
export const nullable = <A>(codec: t.Type<A, unknown>): t.Type<A | null, unknown> =>
  new t.Type(
    `${codec.name} | null`,
    (u): u is A | null => u === null || codec.is(u),
    (u, context) => (u === null ? t.success(null) : codec.validate(u, standIn(context, codec))),
    (a) => (a === null ? null : codec.encode(a)),
  )

/** The context as if `codec` itself stood there, so that the errors below it read the same with and without `null`. */
const standIn = (context: t.Context, codec: t.Decoder<unknown, unknown>): t.Context =>
  context.map((entry, index) => (index === context.length - 1 ? { ...entry, type: codec } : entry))
