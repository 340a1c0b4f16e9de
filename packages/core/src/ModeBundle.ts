import type { ReadonlyNonEmptyArray } from 'fp-ts/lib/ReadonlyNonEmptyArray.js'

/** A check that ends a phase: who owns it and how it is decided. */
export interface Gate {
  readonly name: string
  readonly kind: string
  readonly owner: string
}

/** A step of a campaign, with the roles that work in it and its gates. */
export interface Phase {
  readonly name: string
  readonly roles: ReadonlyArray<string>
  readonly gates: ReadonlyArray<Gate>
}

/** What one mode hands to another. */
export interface Handoff {
  readonly kind: string
  readonly target: string
}

/** The gate pack of a mode. A pack without phases is no pack: it is the missing part `pack.toml (empty)`. */
export interface Pack {
  readonly closingArtifact: string | null
  readonly phases: ReadonlyNonEmptyArray<Phase>
  readonly handoffs: ReadonlyArray<Handoff>
}

/** How a director finds and keeps its ledger, word for word from the mode's card. */
export interface LedgerRule {
  readonly text: string
  readonly generator: string
}

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

/** A mode as its manifest declares it. `agent` and `aliases` are its claims in the binding map. */
export interface ModeBundle {
  readonly mode: string
  readonly agent: string
  readonly aliases: ReadonlyArray<string>
  readonly pack: Part<Pack>
  readonly ledgerRule: Part<LedgerRule>
}

/** A part that was read. */
export const present = <A>(value: A): Part<A> => ({ _tag: 'present', value })

/** A part that was not read. */
export const missing = (fields: Missing): Part<never> => ({ _tag: 'missing', ...fields })
