import type { Disturbance } from '@active-mode/fixtures/faults'

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
  | RegistryEdit

/** An edit of the registry, or its repair. It happens while no request is under way. */
export interface RegistryEdit {
  readonly kind: 'edit'
  readonly edit: 'remove-pack' | 'break-card' | 'raise-floor' | 'tear' | 'foreign-bundle' | 'draft' | 'mend'
  readonly mode: string
}

/** Actions in order. Neighbours on different sessions happen at once. */
export type Story = ReadonlyArray<Action>
