import { performance } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import { limits } from './limits.js'

/** A long piece of synchronous work asks as it goes whether it has held the event loop too long, and then takes a breath. */
export interface Breath {
  /** For steps of a microsecond: looks at the clock every 32nd time. */
  readonly due: () => boolean
  /** For steps that take longer: looks at the clock each time. */
  readonly overdue: () => boolean
  readonly take: () => Promise<void>
}

const stride = 32

/** Starts counting the time that the event loop is held. */
export const startBreath = (): Breath => {
  let steps = 0
  let since = performance.now()
  const overdue = () => performance.now() - since > limits.holdMs
  return {
    due: () => {
      steps = (steps + 1) % stride
      return steps === 0 && overdue()
    },
    overdue,
    take: async () => {
      await setImmediate()
      since = performance.now()
    },
  }
}
