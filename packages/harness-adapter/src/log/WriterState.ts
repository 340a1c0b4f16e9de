/** What the writer of the decision log is doing. `F` is a write that was begun and not answered. */
export type WriterState<F> =
  { readonly _tag: 'idle' } | { readonly _tag: 'writing' } | { readonly _tag: 'in-flight'; readonly flight: F }

export type WriterEvent<F> =
  /** There is something to write. */
  | { readonly _tag: 'wanted' }
  /** A write was begun: until it is answered nobody knows how much of it is in the file. */
  | { readonly _tag: 'begun'; readonly flight: F }
  /** It was answered, or its file was looked at because the process ends. */
  | { readonly _tag: 'answered' }
  /** Nothing waits any more. */
  | { readonly _tag: 'drained' }

/** The state after an event. Only one writer is at work at a time: it takes along whatever comes meanwhile. */
export const nextState = <F>(state: WriterState<F>, event: WriterEvent<F>): WriterState<F> => {
  switch (event._tag) {
    case 'wanted':
      return state._tag === 'idle' ? { _tag: 'writing' } : state
    case 'begun':
      return { _tag: 'in-flight', flight: event.flight }
    case 'answered':
      return state._tag === 'in-flight' ? { _tag: 'writing' } : state
    case 'drained':
      return { _tag: 'idle' }
  }
}
