/** What a command reads and writes. Results go to stdout, everything else to stderr. */
export interface Io {
  readonly stdin: () => Promise<string>
  readonly stdout: (text: string) => void
  /** Byte for byte, without a line end. */
  readonly stdoutRaw: (text: string) => void
  /**
   * The same, and waits until it is written, with all that was written before; whoever writes much must, or it fills the memory. `false`
   * where it was not: the reader is gone, or the stream cannot be written.
   */
  readonly stdoutWritten: (text: string) => Promise<boolean>
  readonly stderr: (text: string) => void
  /** Without a line end, for a terminal. */
  readonly stderrRaw: (text: string) => void
  readonly isTerminal: { readonly stdin: boolean; readonly stdout: boolean; readonly stderr: boolean }
  /** Asks a person on stderr, and waits for one line of stdin; empty where stdin ends before it. Only for a terminal. */
  readonly ask: (question: string) => Promise<string>
  /** The width of the terminal that stdout is; `null` where it is none. */
  readonly columns: number | null
  readonly env: NodeJS.ProcessEnv
  /** The user's home folder. Throws a Refusal where there is none. */
  readonly home: string
  /** The working folder. Throws a Refusal where it is gone. */
  readonly directory: string
  /** A path of the command line, made absolute. Only a relative one needs the working folder. */
  readonly absolute: (path: string) => string
  /** Wall clock, milliseconds since the epoch. */
  readonly now: () => number
}

/** How a command ended: 0 fine, 1 findings, 2 wrong usage, unreadable input or a failed write. */
export type ExitCode = 0 | 1 | 2

/** Why a command cannot do what it was asked: one sentence with what, where and what to do. Ends the command with exit code 2. */
export class Refusal extends Error {}
