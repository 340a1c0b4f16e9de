import type { Command } from 'commander'
import type { ExitCode, Io } from './Io.js'

/** Files that the build puts beside the program. */
export interface Assets {
  /** The page of `audit --html`, without its data. */
  readonly page: URL
  /** What the availability fixture found, by harness version. */
  readonly contracts: URL
  /** The folder of the built plugin. */
  readonly plugin: URL
}

/** What a command is registered with. */
export interface Cli {
  readonly io: Io
  readonly assets: Assets
  /** Adds a command with what all commands have: help with examples, and `--quiet`. */
  readonly command: (name: string, description: string, examples: ReadonlyArray<string>) => Command
  /** Makes an action of what the command does; its result is the program's exit code. */
  readonly run: <Options>(action: (options: Options) => Promise<ExitCode>) => (options: Options) => Promise<void>
}

/** Adds one command to the program. Each command's folder exports one. */
export type Register = (cli: Cli) => void

/** `--registry`, the same in every command that has it. */
export const registryOption = [
  '--registry <dir>',
  "the registry of modes (default: where the plugin looks, including the options set in the harness's config)",
] as const

/** `--log`, the same in every command that has it. */
export const logOption = [
  '--log <dir>',
  "the decision log (default: where the plugin writes it, including the options set in the harness's config)",
] as const
