import type { PostureSummary } from '@active-mode/core'

/** What was told of a session: its posture, and the newest that was none of doubt, so that a director is left by way of doubt too. */
export interface Told {
  readonly posture: PostureSummary
  readonly settled: PostureSummary | null
}

/** What is told of a session after what was told before (`null`: nothing). */
export const toldAfter = (previous: Told | null, posture: PostureSummary): Told => ({
  posture,
  settled: posture._tag === 'unresolvable' ? (previous?.settled ?? null) : posture,
})
