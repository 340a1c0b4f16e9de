/** What the harness's config files on this machine say, as far as the doctor asks. */
export interface HarnessSetup {
  /** The files that were read, in the order they were found. */
  readonly files: ReadonlyArray<string>
  /** Files that are there and could not be read, each with why. */
  readonly unreadable: ReadonlyArray<{ readonly file: string; readonly why: string }>
  /** The copies of our plugin, in the order in which they are loaded. */
  readonly plugins: ReadonlyArray<ConfiguredPlugin>
  /** The agents that are configured, and those that the harness brings along. */
  readonly agents: ReadonlyArray<string>
}

export interface ConfiguredPlugin {
  /** As it stands in the config. */
  readonly spec: string
  /** The config file or plugin folder that names it. */
  readonly from: string
  /** The file that it leads to; `null` for a package that the harness installs by itself, and where it leads nowhere. */
  readonly file: string | null
  /** The second element of the tuple, undecoded. */
  readonly options: unknown
  /** Whether the file is there and exports one function as its default, and nothing else; `null` for a package. */
  readonly loads: { readonly ok: boolean; readonly detail: string } | null
}
