import type { DecisionLogEntry, RegistryBundle } from '@active-mode/core'
import type { Generation, SeenElsewhere } from '../setup/HarnessSetup.js'
import type { HarnessAgent } from './Conversation.js'
import type { Exchange } from './Exchange.js'
import type { MachinePlugin } from './MachinePlugin.js'

/** All that one run of `verify` saw: what it judges, and nothing that it has to ask for again. */
export interface VerifyRun {
  readonly harness: {
    readonly path: string
    readonly version: string
    readonly generation: Generation
    /** What the availability records say of this version; `null`: none of them knows it. */
    readonly contract: string | null
  }
  /** Whether `OPENCODE_PURE` is set where `verify` was started. */
  readonly isPure: boolean
  readonly plugins: ReadonlyArray<MachinePlugin>
  /** Where the plugin was seen and is not loaded from. */
  readonly elsewhere: ReadonlyArray<SeenElsewhere>
  /** The config file that a person's own plugins are named in. */
  readonly configFile: string
  readonly registry: { readonly path: string; readonly bundle: RegistryBundle }
  /** The agents of the harness. */
  readonly agents: ReadonlyArray<HarnessAgent>
  readonly exchanges: ReadonlyArray<Exchange>
  readonly trace: Trace
  readonly culprit: Culprit
}

/** What the plugins left behind in the copy. */
export interface Trace {
  /** The plugin's own decisions, oldest first. */
  readonly decisions: ReadonlyArray<DecisionLogEntry>
  /** The plugins that the harness could not load, by what it says of them. */
  readonly failed: ReadonlyArray<FailedLoad>
  /** Whether the plugin ran; `null` where nothing tells. */
  readonly isLoaded: boolean | null
}

export interface FailedLoad {
  readonly path: string
  readonly why: string
  readonly isOurs: boolean
}

/** What came of looking for a neighbour that spoils the block. */
export type Culprit =
  | { readonly _tag: 'not-looked-for' }
  /** Without this one plugin all is as promised. */
  | { readonly _tag: 'found'; readonly plugin: MachinePlugin }
  /** Without all neighbours it is as promised, and no single one alone is to blame. */
  | { readonly _tag: 'together'; readonly plugins: ReadonlyArray<MachinePlugin> }
  /** It is not as promised without any neighbour. */
  | { readonly _tag: 'no-neighbour' }

/** One thing that is wrong, or that a person should know: what, where, and what to do. The ids are stable. */
export interface VerifyFinding {
  readonly level: 'note' | 'problem'
  readonly id: string
  readonly what: string
  readonly where: string
  readonly remedy: string
}

export const problem = (id: string, what: string, where: string, remedy: string): VerifyFinding => ({
  level: 'problem',
  id,
  what,
  where,
  remedy,
})

export const note = (id: string, what: string, where: string, remedy: string): VerifyFinding => ({
  level: 'note',
  id,
  what,
  where,
  remedy,
})
