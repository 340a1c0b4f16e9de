import type { ConfigEdit } from '../install/ConfigChange.js'

/** The one right edit that mends what a check found, for `doctor --fix`. What could be mended in several ways has none. */
export type FixEdit =
  /** What `active-mode install` does. */
  | { readonly _tag: 'install' }
  /** A change to the plugins that a config file names. */
  | { readonly _tag: 'config'; readonly edit: ConfigEdit }
  /** Remove a file, as long as it holds this text. */
  | { readonly _tag: 'remove'; readonly file: string; readonly text: string }
