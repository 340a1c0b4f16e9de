import * as EqOf from 'fp-ts/lib/Eq.js'
import * as S from 'fp-ts/lib/string.js'

/**
 * The place of a record in the order of one store. A stream can be ordered only if all its keys are of one kind
 * (design 3.2); see `arrangeKeys`.
 */
export type MonotonicKey = SeqKey | MessageIdKey

/** A durable sequence number of one session. */
export interface SeqKey {
  readonly _tag: 'seq'
  readonly value: number
}

/** A message id of the harness. Its twelve hex digits count up and wrap every 2^36 ms. */
export interface MessageIdKey {
  readonly _tag: 'message-id'
  readonly value: string
}

/** A key of a store that counts. */
export const seq = (value: number): MonotonicKey => ({ _tag: 'seq', value })

/** The key that a message id is, whether or not it can be ordered. */
export const messageId = (value: string): MonotonicKey => ({ _tag: 'message-id', value })

/** The same key of the same kind. Two ids that tie may still be two keys. */
export const Eq: EqOf.Eq<MonotonicKey> = EqOf.struct<MonotonicKey>({ _tag: S.Eq, value: EqOf.eqStrict })
