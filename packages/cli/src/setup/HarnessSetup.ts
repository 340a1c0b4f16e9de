/** What the harness's config on this machine says, as far as the doctor asks. Nothing else of it is kept: it may hold keys. */
export interface HarnessSetup {
  /** Of the harness whose config it is. */
  readonly generation: Generation
  readonly source: SetupSource
  /** The plugins that a harness 2.x says it could not load; `null` where it was not asked. */
  readonly failed: ReadonlyArray<FailedPlugin> | null
  /** The config files that are there, in the order in which the harness reads them. */
  readonly files: ReadonlyArray<string>
  /** Files that are there and could not be read, each with why. */
  readonly unreadable: ReadonlyArray<{ readonly file: string; readonly why: string }>
  /** The copies of our plugin, in the order in which they are loaded. */
  readonly plugins: ReadonlyArray<ConfiguredPlugin>
  /** Where the plugin was seen and is not loaded from. */
  readonly elsewhere: ReadonlyArray<SeenElsewhere>
  /** The agents that are configured, and those that the harness brings along; `null` where a config that cannot be read leaves that open. */
  readonly agents: ReadonlyArray<string> | null
  /** Whether `OPENCODE_PURE` is set, so that the harness loads no plugin at all. */
  readonly isPure: boolean
}

/** Who said so: the harness itself, or its files as this tool reads them. */
export type SetupSource =
  | { readonly _tag: 'harness'; readonly path: string }
  /** The harness does not start with this config: which file, and what it expects, without anything that stands in it. */
  | { readonly _tag: 'refused'; readonly where: string; readonly what: string }
  /** It was not, or could not be, asked. */
  | { readonly _tag: 'files'; readonly why: string }

/** A place that names the plugin, or holds it, and does not count. */
export interface SeenElsewhere {
  readonly where: string
  readonly why: string
  readonly remedy: string
  /** The entry, where it stands under a key that this harness does not read and leads to a plugin. */
  readonly passedBy: string | null
}

/** A plugin that a harness 2.x could not load. */
export interface FailedPlugin {
  readonly path: string
  readonly why: string
  readonly isOurs: boolean
}

export interface ConfiguredPlugin {
  /** As it stands in the config. */
  readonly spec: string
  /** The config file or plugin folder that names it. */
  readonly from: string
  /** The file that it leads to; `null` for a package that is not installed, and where it leads nowhere. */
  readonly file: string | null
  /** Whether the spec is the name of a package, which the harness looks for among those that it has installed. */
  readonly isPackage: boolean
  /** The second element of the tuple, undecoded. */
  readonly options: unknown
  /** Whether the file is there and exports one function as its default, and nothing else; `null` for a package that is not installed. */
  readonly loads: { readonly ok: boolean; readonly detail: string } | null
}

/** What was found of the harness's executable. `path` is the file itself where one was found, else what was looked for. */
export type HarnessFound =
  /** `stub` is a file that npm or npx put on the PATH, and that is no harness. */
  | { readonly _tag: 'missing'; readonly path: string; readonly stub: FailedFile | null }
  | ({ readonly _tag: 'failed' } & FailedFile)
  | { readonly _tag: 'found'; readonly path: string; readonly version: string }

/** An executable that does not tell its version, with the lines that it wrote to stderr. */
export interface FailedFile {
  readonly path: string
  readonly detail: string
  readonly said: ReadonlyArray<string>
}

/** By version, what the availability fixture proved of its session API: `request`, `primary`, `fallback-only` or `none`. */
export type Contracts = Readonly<Record<string, string>>

/** The generations of the harness that the plugin knows: each has its own hooks and config. */
export type Generation = 1 | 2

/** The first number of a version. */
export const generationOf = (version: string): number => Number.parseInt(version, 10)
