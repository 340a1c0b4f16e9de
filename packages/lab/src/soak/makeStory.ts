import fc from 'fast-check'
import { allDisturbances } from '@active-mode/lab/faults'
import { editArbitrary } from './editArbitrary.js'
import type { Action, Story } from './Story.js'

/** The agents of the soak: directors of three modes, one under an alias, and agents that bind nothing. */
export const soakAgents = ['ship', 'explore', 'quartermaster', 'porter', 'plan', 'build', 'custom'] as const

const sessions = 4

const session = fc.nat(sessions - 1)
const agent = fc.constantFrom(...soakAgents)

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 40,
    arbitrary: fc.record({ kind: fc.constant('prompt' as const), session, agent: fc.option(agent, { freq: 6 }) }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('switch' as const), session, agent }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('compact' as const), session }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('fill' as const), session, agent }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('fork' as const), session }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('renew' as const), session, agent: fc.option(agent) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('dispatch' as const), session, agent }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('inject' as const), session, agent: fc.option(agent) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('race' as const), session, agent, other: agent }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('disturb' as const),
      disturbance: fc.option(fc.constantFrom(...allDisturbances)),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('shorten' as const), on: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('instruct' as const),
      sample: fc.constantFrom('stale' as const, 'current' as const, null),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('once' as const), agent }) },
  { weight: 6, arbitrary: editArbitrary },
)

/** The story of a seed. The same seed tells the same story. */
export const makeStory = (seed: number, length: number): Story =>
  fc.sample(fc.array(action, { minLength: length, maxLength: length, size: 'max' }), { seed, numRuns: 1 })[0] ?? []
