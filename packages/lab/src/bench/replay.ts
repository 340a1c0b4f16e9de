import { replay } from '@active-mode/cli'
import { decidePosture, type DecisionLogEntry, summarise } from '@active-mode/core'
import type { Figure } from './Figure.js'
import { median } from './measure.js'
import { known, mode, registry, unread } from './samples.js'

const bundle = registry([mode('ship', true), mode('explore', false)])

const agents = ['ship', 'explore', 'plan', 'build']

/** A line of its own for each decision, as they come from a log. */
const entry = (turn: number): DecisionLogEntry => {
  const sessionInfo = known(agents[turn % agents.length] ?? '')
  return structuredClone({
    v: 1,
    at: new Date(turn).toISOString(),
    sessionId: sessionInfo.sessionId,
    messageId: null,
    harness: null,
    plugin: '0.0.0',
    sessionInfo,
    switchStream: unread,
    registry: 'a',
    posture: summarise(decidePosture(sessionInfo, bundle, unread)),
    blockSha256: null,
    blockBytes: 0,
    elapsedMs: 1,
    requestAgent: null,
    confirmed: null,
    delivered: null,
  })
}

/** How fast recorded decisions are decided again and compared. */
export const replayFigures = (): ReadonlyArray<Figure> => {
  const lines = Array.from({ length: 50_000 }, (_, turn) => entry(turn))
  const registries = new Map([['a', structuredClone(bundle)]])
  const rates = Array.from({ length: 8 }, () => {
    const before = process.cpuUsage()
    const { drifts, undecidable } = replay(lines, registries)
    const { user, system } = process.cpuUsage(before)
    if (drifts + undecidable > 0) throw new Error('bench: a decision that was just made is decided otherwise')
    return lines.length / ((user + system) / 1e6)
  })
  return [
    {
      name: 'audit: decisions decided again, a second of one core',
      value: median(rates.slice(1)),
      unit: 'per s',
      target: { atLeast: 200_000 },
    },
  ]
}
