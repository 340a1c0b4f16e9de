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
  readonly env: NodeJS.ProcessEnv
  readonly home: string
  readonly directory: string
  /** Wall clock, milliseconds since the epoch. */
  readonly now: () => number
}

/** How a command ended: 0 fine, 1 findings, 2 usage or unreadable input. */
export type ExitCode = 0 | 1 | 2
