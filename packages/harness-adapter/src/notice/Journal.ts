/** A line for a person, in the harness's own log. */
export interface JournalLine {
  readonly level: 'info' | 'warn' | 'error'
  readonly message: string
}

/** Where people look: the harness's log, and its screen. Neither call is waited for, and neither fails. */
export interface Journal {
  readonly write: (line: JournalLine) => void
  readonly toast: (line: JournalLine) => void
}
