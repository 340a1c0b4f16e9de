/** What becomes of a line of the decision log: an event, as OpenTelemetry calls a log record with a name. */
export interface LogEvent {
  readonly name: 'active_mode.decision' | 'active_mode.log_damage'
  /** The same for the same line of the same log, however often it is exported, and for no other. */
  readonly uid: string
  /** When it was decided, in milliseconds since the epoch; 0 where nothing tells. */
  readonly at: number
  readonly severity: Severity
  /** The version of the plugin that wrote the line; `null` where nobody can tell. */
  readonly plugin: string | null
  /** The version of the harness; `null` where it did not tell. */
  readonly harness: string | null
  readonly attributes: Attributes
}

/** `INFO`: as it should be. `WARN`: somebody should look at it. `ERROR`: a model was told something wrong, or nothing where it should have been told. */
export type Severity = 'INFO' | 'WARN' | 'ERROR'

/** Attributes by their names. A value that nothing tells is left out. */
export type Attributes = Readonly<Record<string, string | number | boolean | ReadonlyArray<string>>>

/** Leaves out what is `null`. */
export const attributesOf = (
  values: Readonly<Record<string, string | number | boolean | ReadonlyArray<string> | null>>,
): Attributes =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, value]])))
