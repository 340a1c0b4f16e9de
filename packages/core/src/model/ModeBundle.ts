import type { ReadonlyNonEmptyArray } from 'fp-ts/lib/ReadonlyNonEmptyArray.js'
import type { Part } from './Part.js'

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

/** A mode as its manifest declares it. `agent` and `aliases` are its claims in the binding map. */
export interface ModeBundle {
  readonly mode: string
  readonly agent: string
  readonly aliases: ReadonlyArray<string>
  readonly pack: Part<Pack>
  readonly ledgerRule: Part<LedgerRule>
}
