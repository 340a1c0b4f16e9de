/** What a reader of a registry is doing. `A` is the answer to come. */
export type ReaderState<A> = Idle | Reading<A> | AnotherWanted<A>

interface Idle {
  readonly _tag: 'idle'
}

interface Reading<A> {
  readonly _tag: 'reading'
  readonly answer: A
}

/** A reading is under way, and somebody came while it was: they get the one after it. */
interface AnotherWanted<A> {
  readonly _tag: 'another-wanted'
  readonly answer: A
  readonly next: A
}

export const idle: Idle = { _tag: 'idle' }

/**
 * A request came. A reading that is under way may have passed an edit that was made before the request, so it is never the
 * answer: whoever comes during it shares the one after it. `begin` starts a reading, at once or after another.
 */
export const whenAsked = <A>(state: ReaderState<A>, begin: (after: A | null) => A): Reading<A> | AnotherWanted<A> => {
  switch (state._tag) {
    case 'idle':
      return { _tag: 'reading', answer: begin(null) }
    case 'reading':
      return { ...state, _tag: 'another-wanted', next: begin(state.answer) }
    case 'another-wanted':
      return state
  }
}

/** A reading is done; the one that was wanted begins. */
export const whenRead = <A>(state: ReaderState<A>): Idle | Reading<A> =>
  state._tag === 'another-wanted' ? { _tag: 'reading', answer: state.next } : idle

/** What whoever asked last gets. */
export const answerIn = <A>(state: Reading<A> | AnotherWanted<A>): A =>
  state._tag === 'reading' ? state.answer : state.next
