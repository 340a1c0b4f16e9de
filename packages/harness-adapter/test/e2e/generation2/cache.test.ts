import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WireRequest } from '@active-mode/lab/harness'
import { type Harness2, standIn2Ids } from '@active-mode/lab/harness2'
import { blockOf } from '../support/wire.js'
import { bootDirector2, ofKind, turn2, turns2 } from './support/director2.js'

// A provider's cache holds the longest common beginning of two requests. The block stands at the end of the system text, so what matters
// is that neither it nor anything before it changes.

let harness: Harness2

beforeAll(async () => {
  harness = await bootDirector2({ compaction: { auto: false } })
})
afterAll(() => harness.stop())

const turns = 50

/** What the model is sent, in the order in which a provider caches it. */
const promptOf = ({ messages }: WireRequest): string => messages.map(({ role, text }) => `${role}\n${text}\n`).join('')

test.each(['chat', 'messages'] as const)(
  'over 50 turns and over a compaction the system text stays the same, byte for byte, by the %s protocol',
  async (route) => {
    const { client } = harness
    const { id } = await client.createSession({ agent: 'ship', title: 'given', model: standIn2Ids[route] })
    for (let turn = 1; turn <= turns; turn += 1) {
      await client.prompt(id, `turn ${String(turn)}`)
      await client.idle(id)
    }
    const before = turns2(harness, id)
    expect(before).toHaveLength(turns)
    const grows = before.every(
      (request, place) => place === 0 || promptOf(request).startsWith(promptOf(before[place - 1] ?? request)),
    )
    expect(grows, 'each request begins with the whole of the one before').toBe(true)
    await client.compacted(id)
    await turn2(harness, id, 'after the compaction')
    const systems = turns2(harness, id).map(({ system }) => system.join('\n'))
    expect(new Set(systems).size).toBe(1)
    // The compaction is a request of the director itself, and all of its system text but the block is the turns' too.
    const [compaction] = ofKind(harness, id, 'compaction')
    const [first] = before
    const block = blockOf(first)
    expect(systems[0]).toBe(`${String(compaction?.system.join('\n'))}\n\n${block}`)
  },
  180_000,
)
