import * as t from 'io-ts'

/**
 * A field that older writers did not have: missing on the wire it reads as `null`, as a value it is never missing. The
 * errors are those of the codec itself.
 */
export const missingAsNull = <A>(codec: t.Type<A | null, unknown>): t.Type<A | null, unknown> =>
  new t.Type(
    codec.name,
    (u): u is A | null => codec.is(u),
    (u, context) => (u === undefined ? t.success(null) : codec.validate(u, context)),
    codec.encode,
  )
