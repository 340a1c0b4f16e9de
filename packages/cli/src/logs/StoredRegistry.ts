import type { RegistryBundle } from '@active-mode/core'

/** A registry that the log refers to by its hash, or why there is none to decide with. */
export type StoredRegistry =
  | { readonly _tag: 'found'; readonly bundle: RegistryBundle }
  | { readonly _tag: 'missing' }
  /** The file's bytes have another hash than its name says. */
  | { readonly _tag: 'forged'; readonly actual: string }
  /** The hash is right and the content is no registry that this build can read. */
  | { readonly _tag: 'unreadable'; readonly detail: string }
