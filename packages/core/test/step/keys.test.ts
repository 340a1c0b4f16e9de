import * as O from 'fp-ts/lib/Option.js'
import { describe, expect, test } from 'vitest'
import type { AgentRecord, MonotonicKey } from '@active-mode/core'
import { arrangeKeys } from '../../src/step/arrangeKeys.js'
import { arrangeRecords } from '../../src/step/arrangeRecords.js'
import { newestOf } from '../../src/step/newest.js'
import { parseMessageId } from '../../src/step/parseMessageId.js'
import { eqAnswers } from '../../src/step/resolveFallback.js'

const circle = 2 ** 48
const half = 2 ** 47

const seq = (value: number): MonotonicKey => ({ _tag: 'seq', value })
const id = (value: string): MonotonicKey => ({ _tag: 'message-id', value })
/** The id at a place of the circle. */
const at = (place: number, tail = 'AbCdEf'): MonotonicKey =>
  id(`msg_${((place + 2 * circle) % circle).toString(16).padStart(12, '0')}${tail}`)

describe('parseMessageId', () => {
  test.each([
    ['msg_000000000000', 0],
    ['msg_000000000001AbCdEfGhIjKlMn', 1],
    ['msg_ffffffffffff', circle - 1],
    ['msg_800000000000zz', half],
    ['msg_0123456789ab', 0x0123456789ab],
    ['msg_0123456789abcdef', 0x0123456789ab],
    ['msg_0123456789ab\n', 0x0123456789ab],
  ])('%j counts %i', (text, counter) => {
    expect(parseMessageId(text)).toEqual(O.some(counter))
  })

  test.each([
    '',
    'msg_',
    'msg_0123456789a',
    'msg_0123456789aB',
    'msg_0123456789AB',
    'Msg_0123456789ab',
    'ses_0123456789ab',
    ' msg_0123456789ab',
    'x\nmsg_0123456789ab',
    'msg-0123456789ab',
    'msg__0123456789ab',
    'msg_-123456789ab',
    '0123456789ab',
  ])('%j cannot be ordered', (text) => {
    expect(parseMessageId(text)).toEqual(O.none)
  })
})

describe('arrangeKeys', () => {
  test('sequence numbers are their own places, as far apart as integers go', () => {
    const values = [3, -1, 3, 0, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]
    expect(arrangeKeys(values.map(seq))).toEqual(O.some(values))
  })

  test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, -(2 ** 53)])(
    'a sequence number of %s is no order',
    (odd) => {
      expect(arrangeKeys([seq(1), seq(odd)])).toEqual(O.none)
      expect(arrangeKeys([seq(odd)])).toEqual(O.none)
    },
  )

  test('no keys are in order', () => {
    expect(arrangeKeys([])).toEqual(O.some([]))
  })

  test('places of ids are signed distances from the first', () => {
    expect(arrangeKeys([at(5), at(7), at(2), at(5, '')])).toEqual(O.some([0, 2, -3, 0]))
    expect(arrangeKeys([at(-1), at(0), at(1), at(-2)])).toEqual(O.some([0, 1, 2, -1]))
  })

  test.each([0, 1, half - 1, half, half + 1, circle - 1])(
    'ids from %i on are in order up to an arc of 2^47 - 1',
    (start) => {
      expect(arrangeKeys([at(start), at(start + half - 1)])).toEqual(O.some([0, half - 1]))
      expect(arrangeKeys([at(start + half - 1), at(start)])).toEqual(O.some([0, 1 - half]))
      expect(arrangeKeys([at(start), at(start + half)])).toEqual(O.none)
      expect(arrangeKeys([at(start + half), at(start)])).toEqual(O.none)
      expect(arrangeKeys([at(start), at(start + half + 1)])).toEqual(O.some([0, 1 - half]))
    },
  )

  test('the arc is that of all ids, whichever of them is the first', () => {
    const near = [at(10), at(10 + 2 ** 46), at(10 - (2 ** 46 - 1))]
    const far = [at(10), at(10 + 2 ** 46), at(10 - 2 ** 46)]
    expect(arrangeKeys(near)).toEqual(O.some([0, 2 ** 46, 1 - 2 ** 46]))
    for (const turn of [0, 1, 2]) {
      expect(O.isSome(arrangeKeys([...near.slice(turn), ...near.slice(0, turn)]))).toBe(true)
      expect(arrangeKeys([...far.slice(turn), ...far.slice(0, turn)])).toEqual(O.none)
    }
  })

  test('ids all around the circle have no order, however near their neighbours', () => {
    expect(arrangeKeys([at(0), at(circle / 3), at((2 * circle) / 3)].map((key) => ({ ...key })))).toEqual(O.none)
    expect(arrangeKeys([0, 1, 2, 3, 4, 5, 6, 7].map((step) => at((step * circle) / 8)))).toEqual(O.none)
  })

  test('one key of another kind, or one id that cannot be read, and there is no order', () => {
    for (const stray of [seq(1), id('msg_'), id('1')]) {
      expect(arrangeKeys([at(1), stray])).toEqual(O.none)
      expect(arrangeKeys([stray, at(1)])).toEqual(O.none)
    }
    expect(arrangeKeys([seq(1), id('1')])).toEqual(O.none)
    expect(arrangeKeys([id('')])).toEqual(O.none)
  })
})

const record = (key: MonotonicKey, answers: MonotonicKey | null = null): AgentRecord => ({
  kind: 'assistant',
  agent: 'a',
  key,
  answers,
})

describe('arrangeRecords', () => {
  test('a record that answers none counts since its own place', () => {
    const [early, late] = [record(seq(1)), record(seq(4), seq(2))]
    expect(arrangeRecords([early, late])).toEqual(
      O.some([
        { record: early, place: 1, since: 1 },
        { record: late, place: 4, since: 2 },
      ]),
    )
  })

  test('the keys of answered records have to be in order, too', () => {
    expect(arrangeRecords([record(seq(1), at(1))])).toEqual(O.none)
    expect(arrangeRecords([record(at(1), at(1 + half))])).toEqual(O.none)
    expect(O.isSome(arrangeRecords([record(at(1), at(half))]))).toBe(true)
  })

  test('no records are in order', () => {
    expect(arrangeRecords([])).toEqual(O.some([]))
  })

  test('the newest are all in the last place', () => {
    const [a, b, c] = [2, 5, 5].map((place) => ({ record: record(seq(place)), place, since: place }))
    expect(newestOf([a!, b!, c!])).toEqual([b, c])
    expect(newestOf([b!, a!])).toEqual([b])
    expect(newestOf([])).toEqual([])
  })
})

describe('eqAnswers', () => {
  const sameAnswer = (left: AgentRecord, right: AgentRecord) => eqAnswers.equals(left.answers, right.answers)

  test.each<[MonotonicKey | null, MonotonicKey | null, boolean]>([
    [null, null, true],
    [null, seq(1), false],
    [seq(1), null, false],
    [seq(1), seq(1), true],
    [seq(1), seq(2), false],
    [id('msg_0123456789abX'), id('msg_0123456789abX'), true],
    [id('msg_0123456789abX'), id('msg_0123456789abY'), false],
    [seq(1), id('1'), false],
    [seq(0), id(''), false],
  ])('%j and %j: %s', (left, right, is) => {
    expect(sameAnswer(record(seq(9), left), record(seq(8), right))).toBe(is)
  })

  test('a key is more than its value', () => {
    expect(
      sameAnswer(
        record(seq(9), { _tag: 'seq', value: 1 }),
        record(seq(9), { _tag: 'message-id', value: 1 } as unknown as MonotonicKey),
      ),
    ).toBe(false)
  })
})
