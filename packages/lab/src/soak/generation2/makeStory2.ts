import fc from 'fast-check'
import { type SoakDeed2, soakDeeds2 } from '../../plugins/soakDeeds2.js'
import { editArbitrary } from '../editArbitrary.js'
import { soakAgents } from '../makeStory.js'
import type { Action2, Story2 } from './Story2.js'

const sessions = 4

const session = fc.nat(sessions - 1)
const agent = fc.constantFrom(...soakAgents)
/** What a neighbour may do before ours, and after. A sample is shown by one of the two only, so that it is there once. */
const deedsBefore = Object.keys(soakDeeds2) as ReadonlyArray<SoakDeed2>
const deedsAfter = deedsBefore.filter((deed) => deed !== 'sample')

const is = <K extends string>(kind: K) => fc.constant(kind)

const action: fc.Arbitrary<Action2> = fc.oneof(
  { weight: 34, arbitrary: fc.record({ kind: is('prompt'), session, agent: fc.option(agent, { freq: 4 }) }) },
  { weight: 5, arbitrary: fc.record({ kind: is('switch'), session, agent }) },
  {
    weight: 10,
    arbitrary: fc.record({
      kind: is('race'),
      session,
      agent,
      other: agent,
      moment: fc.constantFrom('streaming' as const, 'retry' as const, 'tool' as const),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: is('compact'), session }) },
  { weight: 4, arbitrary: fc.record({ kind: is('fill'), session, agent }) },
  { weight: 4, arbitrary: fc.record({ kind: is('fork'), session }) },
  { weight: 3, arbitrary: fc.record({ kind: is('renew'), session, agent: fc.option(agent) }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: is('dispatch'), session, agent, child: fc.constantFrom('builder', 'quartermaster') }),
  },
  { weight: 4, arbitrary: fc.record({ kind: is('synthetic'), session }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: is('command'),
      session,
      name: fc.constantFrom('plain' as const, 'directed' as const),
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: is('beside'), session, agent }) },
  { weight: 4, arbitrary: fc.record({ kind: is('revert'), session, place: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ kind: is('reload') }) },
  { weight: 3, arbitrary: fc.record({ kind: is('reload-amid'), session, agent, afterMs: fc.nat(600) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: is('neighbour'),
      place: is('before'),
      deed: fc.option(fc.constantFrom(...deedsBefore)),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: is('neighbour'),
      place: is('after'),
      deed: fc.option(fc.constantFrom(...deedsAfter)),
    }),
  },
  { weight: 5, arbitrary: editArbitrary },
  // Under a raised floor every agent is told the same, which would hide what is wrong.
  { weight: 5, arbitrary: fc.record({ kind: is('edit'), edit: is('mend'), mode: is('ship') }) },
)

/** The story of a seed for the second generation. The same seed tells the same story. */
export const makeStory2 = (seed: number, length: number): Story2 =>
  fc.sample(fc.array(action, { minLength: length, maxLength: length, size: 'max' }), { seed, numRuns: 1 })[0] ?? []
