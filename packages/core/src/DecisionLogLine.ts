import type { PostureSummary } from './Posture.js'
import type { SessionInfo } from './SessionInfo.js'
import type { SwitchStream } from './SwitchStream.js'

/** A line of the decision log. Version 1 of the format. */
export type DecisionLogLine = DecisionLogEntry | DroppedLines

/**
 * One decision, with all that it was decided from, so that it can be decided again. It holds no prompt text, no content
 * of files and no answer of the harness.
 */
export interface DecisionLogEntry {
  readonly v: 1
  /** When the request was decided: ISO 8601, UTC. */
  readonly at: string
  readonly sessionId: string
  /** The user message that the request answers, as the witness saw it; on the harness 2.x the assistant message that answers it. */
  readonly messageId: string | null
  /** The harness's version, where it told. */
  readonly harness: string | null
  readonly plugin: string
  readonly sessionInfo: SessionInfo
  readonly switchStream: SwitchStream
  /** The SHA-256, in hex, of the registry in its wire form: the name of the file that holds it. */
  readonly registry: string
  readonly posture: PostureSummary
  /**
   * The SHA-256, in hex, of the block that stood in the system text when the plugin's hook returned; `null` where none did.
   * It may be that of another copy of the plugin: then it is no block of `posture`.
   */
  readonly blockSha256: string | null
  readonly blockBytes: number
  /** What the request waited for the decision, in milliseconds. */
  readonly elapsedMs: number
  /** The agent that the request was made for, as the harness said after the splice; `null` where it said nothing. */
  readonly requestAgent: string | null
  /** Whether that agent has the decided posture; `null` where nobody said. It speaks of the decision, and the hash of the block of what the model was told. */
  readonly confirmed: boolean | null
  /** Whether the block was in the request's body as it went out; `null` where nothing could be seen, or there was no block. */
  readonly delivered: boolean | null
}

/** How many lines could not be written before this one. */
export interface DroppedLines {
  readonly v: 1
  readonly at: string
  readonly dropped: number
}
