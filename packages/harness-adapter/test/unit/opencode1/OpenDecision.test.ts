import { describe, expect, test } from 'vitest'
import {
  close,
  confirmedBy,
  noDecisions,
  open,
  type OpenDecision,
  type SessionDecisions,
} from '../../../src/opencode1/OpenDecision.js'
import { decision } from '../log/support/decision.js'

const made = (messageId: string | null): OpenDecision => ({
  decision: decision('ses_a', messageId ?? 'none'),
  seenMessageId: messageId,
})

const first = made('msg_1')
const second = made('msg_2')

const after = (...all: ReadonlyArray<readonly [number, OpenDecision]>): SessionDecisions =>
  all.reduce((decisions, [request, each]) => open(decisions, request, each).decisions, noDecisions)

describe('a decision that is made', () => {
  test('is open, and confirmed by its own message, or by one that the harness does not tell', () => {
    expect(confirmedBy(after([1, first]), 'msg_1')).toBe(first)
    expect(confirmedBy(after([1, first]), null)).toBe(first)
  })

  test('is confirmed by a message that nobody saw: another plugin hid it', () => {
    expect(confirmedBy(after([1, first]), 'msg_9')).toBe(first)
  })

  test('gives up the one before it', () => {
    expect(open(after([1, first]), 2, second).givenUp).toEqual({ decision: first.decision, isAborted: false })
  })

  test('is given up itself where a newer request was decided while it waited, and leaves that one open', () => {
    const { decisions, givenUp } = open(after([2, second]), 1, first)
    expect(givenUp).toEqual({ decision: first.decision, isAborted: true })
    expect(decisions.open).toBe(second)
  })
})

test('what the harness says late of a decision that was given up confirms no other', () => {
  const decisions = after([1, first], [2, second])
  expect(confirmedBy(decisions, 'msg_1')).toBeNull()
  expect(confirmedBy(decisions, 'msg_2')).toBe(second)
})

test('a message whose decision was given up confirms a second one of the same message: the harness tried again', () => {
  const again = made('msg_1')
  expect(confirmedBy(after([1, first], [2, again]), 'msg_1')).toBe(again)
})

test('the end of a turn gives up what is open, and says whether the turn was broken off; nothing is given up twice', () => {
  const aborted = close({ ...after([1, first]), isAborted: true })
  expect(aborted.givenUp).toEqual({ decision: first.decision, isAborted: true })
  expect(close(aborted.decisions).givenUp).toBeNull()
  expect(confirmedBy(aborted.decisions, 'msg_1')).toBeNull()
})

test('a turn that was broken off casts no doubt on the next one', () => {
  const { decisions } = close({ ...after([1, first]), isAborted: true })
  expect(open(decisions, 2, second).decisions.isAborted).toBe(false)
})

test('no more than the newest 32 messages are kept', () => {
  const many = Array.from({ length: 40 }, (_, n) => [n + 1, made(`msg_${n}`)] as const)
  const { givenUp } = after(...many)
  expect(givenUp).toHaveLength(32)
  expect(givenUp.at(-1)).toBe('msg_38')
})

test('a decision whose request answered no message that was seen is given up without one', () => {
  expect(after([1, made(null)], [2, second]).givenUp).toEqual([])
})
