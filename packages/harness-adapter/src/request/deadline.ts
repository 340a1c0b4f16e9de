import { RegistryBundle } from '@active-mode/core'
import type { Clock } from '../environment/Clock.js'
import { errorName } from '../environment/foreign.js'
import type { Ports } from './Ports.js'

/** The time that one hook may take, and what is left of it, in milliseconds. */
export interface Deadline {
  readonly ms: number
  /** The time since the start, past the deadline too. */
  readonly spent: () => number
  readonly left: () => number
}

/** Starts a deadline. */
export const startDeadline = (clock: Clock, ms: number): Deadline => {
  const start = clock.elapsed()
  const spent = (): number => clock.elapsed() - start
  return { ms, spent, left: () => Math.max(0, ms - spent()) }
}

/**
 * The registry, at once while no file changed. It is unreadable where reading it takes longer than `ms` milliseconds, or throws: never
 * absent, since a director may be running.
 */
export const registryWithin = (
  { registry, clock }: Pick<Ports, 'registry' | 'clock'>,
  ms: number,
): RegistryBundle | Promise<RegistryBundle> => {
  try {
    return (
      registry.current() ?? clock.within(ms, registry.snapshot(), () => RegistryBundle.unreadable('not read in time'))
    )
  } catch (error) {
    return pluginFailed(error)
  }
}

/** The registry of a request on whose way the plugin itself threw. */
export const pluginFailed = (error: unknown): RegistryBundle =>
  RegistryBundle.unreadable(`the plugin failed: ${errorName(error)}`)
