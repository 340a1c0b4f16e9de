import { describe, expect, test } from 'vitest'
import { awaitsBody, findBody } from '../../../src/opencode2/findBody.js'
import { judgeSent } from '../../../src/opencode2/judgeSent.js'
import {
  adopted,
  createOpenRequests,
  enter,
  type OpenRequest,
  takeSent,
  takeWhere,
} from '../../../src/opencode2/OpenRequests.js'
import { bodyOf, opened } from './opened.js'

const listOf = (...all: ReadonlyArray<OpenRequest>): OpenRequest[] => {
  const list: OpenRequest[] = []
  for (const each of all) enter(list, each)
  return list
}

const mixed = (list: ReadonlyArray<OpenRequest>): ReadonlyArray<boolean> => list.map(({ isMixed }) => isMixed)

describe('two requests of one kind that are open at once', () => {
  test('are told apart by nothing, and need not be, where they agree', () => {
    expect(mixed(listOf(opened({}), opened({})))).toEqual([false, false])
    expect(mixed(listOf(opened({ isDecided: false }), opened({ isDecided: false })))).toEqual([false, false])
  })

  test.each<[string, ReadonlyArray<OpenRequest>]>([
    ['named two agents', [opened({ named: 'plan', block: null }), opened({ named: 'build', block: null })]],
    ['were told two things', [opened({ block: 'one' }), opened({ block: 'other' })]],
    ['were decided with and without a registry', [opened({ isDecided: false }), opened({})]],
  ])('are mixed up where they %s', (_, all) => {
    expect(mixed(listOf(...all))).toEqual([true, true])
    expect(mixed(listOf(...all.toReversed()))).toEqual([true, true])
  })

  test('are mixed up with a third, though that agrees with one of them', () => {
    const list = listOf(opened({ named: 'a' }), opened({ named: 'b' }))
    takeSent(list, 'generate', 'a')
    enter(list, opened({ named: 'b' }))
    expect(mixed(list)).toEqual([true, true])
  })

  test('are not mixed up with one of the other kind', () => {
    expect(mixed(listOf(opened({ kind: 'primary', named: 'b' }), opened({ named: 'a' })))).toEqual([false, false])
    expect(mixed(listOf(opened({ kind: 'primary' }), opened({ named: 'a' }), opened({ named: 'b' })))).toEqual([
      false,
      true,
      true,
    ])
  })
})

test('the ninth of a kind gives up the oldest of its kind', () => {
  const turn = opened({ kind: 'primary' })
  const eight = Array.from({ length: 8 }, () => opened({}))
  const list = listOf(turn, ...eight)
  expect(list).toHaveLength(9)
  expect(enter(list, opened({}))).toEqual([eight[0]])
  expect(list).toHaveLength(9)
  expect(list[0]).toBe(turn)
})

describe('what goes out', () => {
  test('is the oldest of its kind that named this agent', () => {
    const [turn, other, one, two] = [
      opened({ kind: 'primary', named: 'a' }),
      opened({ named: 'b' }),
      opened({ named: 'a' }),
      opened({ named: 'a' }),
    ]
    const list = [turn, other, one, two]
    expect(takeSent(list, 'generate', 'a')).toBe(one)
    expect(list).toEqual([turn, other, two])
  })

  test('is the oldest of its kind where none named this agent', () => {
    const [turn, one] = [opened({ kind: 'primary', named: 'a' }), opened({ named: 'b' })]
    expect(takeSent([turn, one], 'generate', 'a')).toBe(one)
  })

  test('is none where none of its kind is open', () => {
    const list = [opened({ kind: 'primary' })]
    expect(takeSent(list, 'generate', 'ship')).toBeNull()
    expect(list).toHaveLength(1)
  })
})

test('as many are taken as match, and no more than asked for', () => {
  const list = [1, 2, 3, 4, 5]
  expect(takeWhere(list, (n) => n % 2 === 1, 2)).toEqual([1, 3])
  expect(list).toEqual([2, 4, 5])
  expect(takeWhere(list, (n) => n % 2 === 0)).toEqual([2, 4])
  expect(list).toEqual([5])
})

test('a request without a decision is adopted as it is', () => {
  const open = opened({ isDecided: false })
  expect(adopted(open, 'ses_2')).toBe(open)
  expect(adopted(null, 'ses_2')).toBeNull()
})

test('a session is fresh, kept, and fresh again when it is forgotten', () => {
  const requests = createOpenRequests(new Map())
  const session = requests.of('ses_1')
  expect(session).toEqual({
    decided: [],
    sent: [],
    isForged: false,
    isLost: false,
    isUndecided: false,
    begunUnder: null,
  })
  expect(requests.of('ses_1')).toBe(session)
  requests.forget('ses_1')
  expect(requests.of('ses_1')).not.toBe(session)
})

describe('a body', () => {
  const [ship, explore, plan] = [opened({ block: 'S\n"' }), opened({ block: 'E' }), opened({ block: null })]

  test('is waited for by a request of its kind that has a block and was not seen', () => {
    expect(awaitsBody([plan, ship], 'generate')).toBe(true)
    expect(awaitsBody([plan, ship], 'primary')).toBe(false)
    expect(awaitsBody([plan], 'generate')).toBe(false)
    expect(awaitsBody([{ ...ship, isSeen: true }], 'generate')).toBe(false)
  })

  test('belongs to the request whose block it carries', () => {
    expect(findBody([ship, explore], 'generate', bodyOf('E'))).toEqual({ place: 1, delivered: true })
    expect(findBody([plan, ship], 'generate', bodyOf('S\n"'))).toEqual({ place: 1, delivered: true })
  })

  test('that carries none may be that of a request without one, and proves nothing', () => {
    expect(findBody([ship, plan], 'generate', bodyOf('null'))).toEqual({ place: 1, delivered: null })
    expect(findBody([plan], 'generate', bodyOf('ul'))).toEqual({ place: 0, delivered: null })
  })

  test('that carries none, where all have one, is that of the oldest, which has lost its block', () => {
    expect(findBody([ship, explore], 'generate', bodyOf(''))).toEqual({ place: 0, delivered: false })
  })

  test('that could not be read proves nothing', () => {
    expect(findBody([ship], 'generate', null)).toEqual({ place: 0, delivered: null })
  })

  test('is not that of a request of the other kind, or of one that was seen', () => {
    const turn = opened({ kind: 'primary', block: 'E' })
    for (const body of [bodyOf('E'), bodyOf('')])
      expect(findBody([turn, { ...explore, isSeen: true }], 'generate', body)).toEqual({ place: -1, delivered: null })
    expect(findBody([turn, { ...explore, isSeen: true }, ship], 'generate', bodyOf('')).place).toBe(2)
  })

  test('that was cut off carries what can be read of it, and any spelling in one that is whole', () => {
    expect(findBody([ship], 'generate', '{"system":"You.\\nS\\n\\"').delivered).toBe(true)
    expect(findBody([ship], 'generate', '{"system":["a",{"text":"\\u0053\\n\\u0022"}],"n":null}').delivered).toBe(true)
    expect(findBody([ship], 'generate', '{"system":"\\u0053\\n\\u0022').delivered).toBe(false)
  })
})

describe('the agent of a request that goes out', () => {
  test('says nothing where it is not named, or where it is not known which request it is', () => {
    const nothing = { confirmed: null, isForged: null, isWrong: false }
    expect(judgeSent(opened({}), null)).toEqual(nothing)
    expect(judgeSent({ ...opened({ named: 'plan' }), isMixed: true }, 'ship')).toEqual(nothing)
  })

  test('confirms a copilot that was named, and not one that happens to be right', () => {
    const plan = opened({ named: 'plan', block: null })
    expect(judgeSent(plan, 'plan')).toEqual({ confirmed: true, isForged: false, isWrong: false })
    expect(judgeSent(plan, 'build')).toEqual({ confirmed: false, isForged: true, isWrong: false })
  })
})
