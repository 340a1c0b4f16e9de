import { expect, test } from 'vitest'
import { nextState, type WriterEvent, type WriterState } from '../../../src/log/WriterState.js'

const after = (...events: ReadonlyArray<WriterEvent<string>>): WriterState<string> =>
  events.reduce<WriterState<string>>(nextState, { _tag: 'idle' })

const begun: WriterEvent<string> = { _tag: 'begun', flight: 'a write' }

test('what comes while the writer is at work does not set a second one to work', () => {
  expect(after({ _tag: 'wanted' })).toEqual({ _tag: 'writing' })
  expect(after({ _tag: 'wanted' }, begun, { _tag: 'wanted' })).toEqual({ _tag: 'in-flight', flight: 'a write' })
})

test('a write is in flight from its beginning to its answer', () => {
  expect(after({ _tag: 'wanted' }, begun)).toEqual({ _tag: 'in-flight', flight: 'a write' })
  expect(after({ _tag: 'wanted' }, begun, { _tag: 'answered' })).toEqual({ _tag: 'writing' })
})

test('an answer that nobody waits for any more changes nothing', () => {
  expect(after({ _tag: 'answered' })).toEqual({ _tag: 'idle' })
  expect(after({ _tag: 'wanted' }, begun, { _tag: 'answered' }, { _tag: 'answered' })).toEqual({ _tag: 'writing' })
})

test('the writer is idle again once nothing waits', () => {
  expect(after({ _tag: 'wanted' }, begun, { _tag: 'answered' }, { _tag: 'drained' })).toEqual({ _tag: 'idle' })
})
