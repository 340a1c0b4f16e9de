/**
 * The place of a record in the order of one store. A stream can be ordered only if all its keys are of one kind
 * (design 3.2); see `step/arrangeKeys`.
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
