/** What a command reads and writes. stdout is data, stderr is talk. */
export interface Io {
  readonly stdin: () => Promise<string>
  readonly stdout: (text: string) => void
  /** Byte for byte, without a line end. */
  readonly stdoutRaw: (text: string) => void
  readonly stderr: (text: string) => void
  /** Without a line end, for a terminal. */
  readonly stderrRaw: (text: string) => void
  readonly isTerminal: { readonly stdout: boolean; readonly stderr: boolean }
  /** The width of the terminal that stdout is; `null` where it is none. */
  readonly columns: number | null
  readonly env: NodeJS.ProcessEnv
  /** Throws a Refusal where this person has none. */
  readonly home: string
  /** The working folder. Throws a Refusal where it is gone. */
  readonly directory: string
  /** Wall clock, milliseconds since the epoch. */
  readonly now: () => number
}

/** How a command ended: 0 fine, 1 findings, 2 usage, unreadable input or a failed write. */
export type ExitCode = 0 | 1 | 2
