/** A part of a mode bundle: read, or missing with the reason. */
export type Part<A> = PresentPart<A> | MissingPart

/** A part that was read whole. */
export interface PresentPart<A> {
  readonly _tag: 'present'
  readonly value: A
}

/** Why a part is missing. `empty` is a part that is there and says nothing. */
export type MissingWhy = 'absent' | 'unreadable' | 'invalid' | 'empty' | 'too-large'

/** A part that was not read, by its name on disk and with the reason. */
export interface MissingPart extends Missing {
  readonly _tag: 'missing'
}

/** One missing part, by the name a person finds it under on disk. */
export interface Missing {
  readonly part: string
  readonly why: MissingWhy
  readonly detail: string
}
