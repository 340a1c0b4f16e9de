import type { Disturbance } from '@active-mode/lab/faults'

/** What a person, another plugin, the harness or a stager does. `session` counts the sessions of the story, not the harness's ids. */
export type Action =
  | { readonly kind: 'prompt'; readonly session: number; readonly agent: string | null }
  | { readonly kind: 'switch'; readonly session: number; readonly agent: string }
  | { readonly kind: 'compact'; readonly session: number }
  | { readonly kind: 'fill'; readonly session: number; readonly agent: string }
  | { readonly kind: 'fork'; readonly session: number }
  | { readonly kind: 'renew'; readonly session: number; readonly agent: string | null }
  | { readonly kind: 'dispatch'; readonly session: number; readonly agent: string }
  | { readonly kind: 'inject'; readonly session: number; readonly agent: string | null }
  | { readonly kind: 'race'; readonly session: number; readonly agent: string; readonly other: string }
  | { readonly kind: 'disturb'; readonly disturbance: Disturbance | null }
  | { readonly kind: 'shorten'; readonly on: boolean }
  /** A sample of the block in the project's instructions: one of long ago, the very one that a director gets, or none any more. */
  | { readonly kind: 'instruct'; readonly sample: 'stale' | 'current' | null }
  /** A session in a process of its own, which ends as soon as the model has answered. */
  | { readonly kind: 'once'; readonly agent: string }
  | RegistryEdit

/** An edit of the registry, or its repair. It happens while no request is under way. */
export interface RegistryEdit {
  readonly kind: 'edit'
  readonly edit: 'remove-pack' | 'break-card' | 'raise-floor' | 'tear' | 'foreign-bundle' | 'draft' | 'mend'
  readonly mode: string
}

/** Actions in order. Neighbours on different sessions happen at once. */
export type Story = ReadonlyArray<Action>
