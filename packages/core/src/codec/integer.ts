import * as t from 'io-ts'

/** An integer that a JSON number holds exactly. */
export const integer: t.Type<number, unknown> = new t.Type(
  'integer',
  (u): u is number => isInteger(u),
  (u, context) => (isInteger(u) ? t.success(u) : t.failure(u, context)),
  (a) => a,
)

const isInteger = (u: unknown): u is number => Number.isSafeInteger(u)
