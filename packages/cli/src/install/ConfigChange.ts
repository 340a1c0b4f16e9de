/** The keys under which a harness's config names plugins: 1.x reads `plugin`, 2.x reads both. */
export type PluginKey = 'plugin' | 'plugins'

/** One change to the plugins that a config names. A spec is a plugin as it stands in the config. */
export type ConfigChange =
  /** Name a plugin, as the last one under this key. */
  | { readonly _tag: 'add'; readonly key: PluginKey; readonly spec: string }
  /** Let an entry lead somewhere else. Its options stay. */
  | { readonly _tag: 'point'; readonly from: string; readonly to: string }
  /** Move an entry from `plugins` to `plugin`, with its options, and let it lead to `to`. */
  | { readonly _tag: 'move'; readonly from: string; readonly to: string }
  /** Take away the last entry of this spec. */
  | { readonly _tag: 'remove'; readonly spec: string }

/** A config file, and what is to be changed in it. */
export interface ConfigEdit {
  readonly file: string
  readonly changes: ReadonlyArray<ConfigChange>
}
