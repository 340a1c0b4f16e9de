import {
  decidePosture,
  type DecisionLogEntry,
  Posture,
  type PostureSummary,
  type RegistryBundle,
  summarise,
} from '@active-mode/core'

/** A recorded decision, decided again from what it was decided from. */
export interface Redecision {
  readonly posture: Posture
  readonly summary: PostureSummary
  /** Whether the log records another outcome. */
  readonly isDrift: boolean
}

/** Decides a recorded decision again. The decision is pure, so any difference is a fault of the record or of a build. */
export const redecide = (
  { sessionInfo, switchStream, posture: recorded }: DecisionLogEntry,
  bundle: RegistryBundle,
): Redecision => {
  const posture = decidePosture(sessionInfo, bundle, switchStream)
  const summary = summarise(posture)
  return { posture, summary, isDrift: !Posture.Eq.equals(summary, recorded) }
}
