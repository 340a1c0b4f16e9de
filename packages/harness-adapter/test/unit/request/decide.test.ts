import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decidePosture, type DecisionRequest, type StagedRegistry, summarise } from '@active-mode/core'
import { arbitraryDecisionRequest, arbitraryRegistryBundle, familiarAgents } from '@active-mode/fixtures'
import { renderBlock } from '../../../src/block/renderBlock.js'
import { createDecide } from '../../../src/request/decide.js'
import { registryFixture, sourceAt, staged } from '../registry/scratch.js'

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))

/** Many requests of a few snapshots, as one process sees them. */
const requests = fc
  .tuple(
    fc.array(arbitraryRegistryBundle(), { minLength: 1, maxLength: 2 }),
    fc.array(arbitraryDecisionRequest, { minLength: 1, maxLength: 20 }),
    fc.infiniteStream(fc.nat()),
  )
  .map(([bundles, all, choice]) =>
    all.map((request): DecisionRequest => ({
      ...request,
      bundle: bundles[Number(choice.next().value) % bundles.length] ?? request.bundle,
    })),
  )

const anew = ({ sessionInfo, bundle, switchStream }: DecisionRequest) => {
  const posture = decidePosture(sessionInfo, bundle, switchStream)
  return { posture, summary: summarise(posture), block: renderBlock(posture, bundle) }
}

const request = (bundle: StagedRegistry, agent: string, ...spoken: ReadonlyArray<string>): DecisionRequest => ({
  sessionInfo: { _tag: 'known', sessionId: 'ses_a', agent },
  bundle,
  switchStream: {
    _tag: 'records',
    store: 'ses_a',
    records: spoken.map((name, value) => ({ kind: 'user', agent: name, key: { _tag: 'seq', value }, answers: null })),
  },
})

describe('what was made for an earlier request', () => {
  test(`is never other than what the request gets anew (seed ${seed})`, () => {
    fc.assert(
      fc.property(requests, (all) => {
        const decide = createDecide()
        for (const each of all) expect(decide(each)).toEqual(anew(each))
      }),
      { seed, numRuns: 2000 },
    )
  })

  test('is not used where a record names another agent', async () => {
    const bundle = staged(await sourceAt(registryFixture('two-modes')).snapshot())
    const decide = createDecide()
    for (const agent of familiarAgents)
      for (const other of familiarAgents) {
        decide(request(bundle, agent, agent))
        expect(decide(request(bundle, agent, other))).toEqual(anew(request(bundle, agent, other)))
      }
  })

  test('is the very same value while the snapshot is, and another one after it', async () => {
    const bundle = staged(await sourceAt(registryFixture('two-modes')).snapshot())
    const decide = createDecide()
    const first = decide(request(bundle, 'ship', 'ship'))
    expect(decide(request(bundle, 'ship'))).toBe(first)
    expect(decide(request({ ...bundle, digest: `sha256:${'0'.repeat(64)}` }, 'ship')).block).toContain('sha256:00')
  })

  test('is kept for no more agents than a registry could have', async () => {
    const bundle = staged(await sourceAt(registryFixture('two-modes')).snapshot())
    const decide = createDecide()
    for (let n = 0; n < 1000; n += 1) decide(request(bundle, `agent-${n}`))
    expect(decide(request(bundle, 'agent-999'))).toBe(decide(request(bundle, 'agent-999')))
    expect(decide(request(bundle, 'agent-1000'))).not.toBe(decide(request(bundle, 'agent-1000')))
  })
})
