import * as t from 'io-ts'

/** A span of time in milliseconds: finite, not negative. */
export const milliseconds: t.Type<number, unknown> = new t.Type(
  'milliseconds',
  (u): u is number => isSpan(u),
  (u, context) => (isSpan(u) ? t.success(u) : t.failure(u, context)),
  (a) => a,
)

const isSpan = (u: unknown): u is number => typeof u === 'number' && Number.isFinite(u) && u >= 0
