import type { PostureSummary } from '../model/DecisionLogLine.js'
import type { Posture } from '../model/Posture.js'

/** A posture without what was read from the mode's files. */
export const summarise = (posture: Posture): PostureSummary => {
  switch (posture._tag) {
    case 'director': {
      const { _tag, mode, agent, via, digest } = posture
      return { _tag, mode, agent, via, digest }
    }
    case 'degraded': {
      const { _tag, mode, agent, via, digest, missing } = posture
      return { _tag, mode, agent, via, digest, missing }
    }
    case 'copilot':
    case 'unresolvable':
      return posture
  }
}
