import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packSession, unpackSession } from '../../../src/store/PackedSession.js'
import type { StoreSession } from '../../../src/store/StoreSession.js'

const text = fc.oneof(fc.constantFrom('ship', 'msg_22cce0ce1001aa', ''), fc.string({ unit: 'binary', maxLength: 12 }))
const time = fc.oneof(fc.integer({ min: -8.64e15, max: 8.64e15 }), fc.constantFrom(1764500000000.5, 0))

const session: fc.Arbitrary<StoreSession> = fc.record({
  id: text,
  parentId: fc.option(text),
  title: fc.option(text),
  folder: fc.option(text),
  createdAt: time,
  turns: fc.array(
    fc.record({
      id: text,
      answers: fc.option(text),
      isStep: fc.boolean(),
      isCopy: fc.boolean(),
      kind: fc.constantFrom('turn', 'compaction'),
      agent: fc.option(text),
      createdAt: time,
      isOpen: fc.boolean(),
      reachedModel: fc.boolean(),
      ledgers: fc.oneof(fc.constant([]), fc.array(text)),
    }),
  ),
  switches: fc.array(
    fc.record({ messageId: text, at: time, from: text, to: text, isCopy: fc.boolean(), mark: fc.option(text) }),
  ),
  unreadable: fc.array(fc.option(text)),
})

test('a session that is packed, copied to another thread and unpacked is the same', () => {
  fc.assert(
    fc.property(session, (whole) => {
      expect(unpackSession(structuredClone(packSession(whole)))).toEqual(whole)
    }),
    { numRuns: 500 },
  )
})
