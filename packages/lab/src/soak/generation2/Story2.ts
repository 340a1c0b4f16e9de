import type { SoakDeed2 } from '../../plugins/soakDeeds2.js'
import type { RegistryEdit } from '../Story.js'

/** When another agent is chosen: while an answer streams, while the harness waits before it tries again, or before a tool has answered. */
export type Moment = 'streaming' | 'retry' | 'tool'

/** What a person, another plugin, the harness or a stager does. `session` counts the sessions of the story, not the harness's ids. */
export type Action2 =
  | { readonly kind: 'prompt'; readonly session: number; readonly agent: string | null }
  | { readonly kind: 'switch'; readonly session: number; readonly agent: string }
  | {
      readonly kind: 'race'
      readonly session: number
      readonly agent: string
      readonly other: string
      readonly moment: Moment
    }
  | { readonly kind: 'compact'; readonly session: number }
  | { readonly kind: 'fill'; readonly session: number; readonly agent: string }
  | { readonly kind: 'fork'; readonly session: number }
  | { readonly kind: 'renew'; readonly session: number; readonly agent: string | null }
  | { readonly kind: 'dispatch'; readonly session: number; readonly agent: string; readonly child: string }
  | { readonly kind: 'synthetic'; readonly session: number }
  /** A command of the project: one that keeps the session's agent, or one that names its own. */
  | { readonly kind: 'command'; readonly session: number; readonly name: 'plain' | 'directed' }
  /** A request beside a turn, while that one is under way. */
  | { readonly kind: 'beside'; readonly session: number; readonly agent: string }
  /** Back to before one of the person's messages, counted from the first. */
  | { readonly kind: 'revert'; readonly session: number; readonly place: number }
  /** A neighbour's file is saved: the harness sets up that plugin and all after it again. Between turns, or before a tool of one has answered. */
  | { readonly kind: 'reload' }
  | { readonly kind: 'reload-amid'; readonly session: number; readonly agent: string; readonly afterMs: number }
  | { readonly kind: 'neighbour'; readonly place: 'before' | 'after'; readonly deed: SoakDeed2 | null }
  | RegistryEdit

/** Actions in order. Neighbours on different sessions happen at once. */
export type Story2 = ReadonlyArray<Action2>
