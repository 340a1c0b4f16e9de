import { expect, test } from 'vitest'
import { answerIn, idle, type ReaderState, whenAsked, whenRead } from '../../../src/registry/ReaderState.js'

/** Readings are named by what they come after. */
const begin = (after: string | null): string => (after === null ? 'first' : `after ${after}`)

const afterSteps = (...steps: ReadonlyArray<'asked' | 'read'>): ReaderState<string> =>
  steps.reduce<ReaderState<string>>(
    (state, step) => (step === 'asked' ? whenAsked(state, begin) : whenRead(state)),
    idle,
  )

test('a request begins a reading where none is under way', () => {
  expect(afterSteps('asked')).toEqual({ _tag: 'reading', answer: 'first' })
  expect(answerIn(whenAsked(idle, begin))).toBe('first')
})

test('a request during a reading gets the one after it, and so does every further one', () => {
  const two = whenAsked(afterSteps('asked'), begin)
  expect(answerIn(two)).toBe('after first')
  expect(whenAsked(two, () => 'a third')).toBe(two)
})

test('a reading that nobody came during leaves the reader idle', () => {
  expect(afterSteps('asked', 'read')).toEqual(idle)
})

test('a reading that was wanted begins when the one before is done', () => {
  expect(afterSteps('asked', 'asked', 'asked', 'read')).toEqual({ _tag: 'reading', answer: 'after first' })
  expect(afterSteps('asked', 'asked', 'read', 'read')).toEqual(idle)
})

test('a request during the reading that was wanted gets yet another one', () => {
  expect(answerIn(whenAsked(afterSteps('asked', 'asked', 'read'), begin))).toBe('after after first')
})
