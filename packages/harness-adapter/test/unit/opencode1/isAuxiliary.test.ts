import { expect, test } from 'vitest'
import { isAuxiliary } from '../../../src/opencode1/isAuxiliary.js'

const title = 'You make titles.'
const turn = 'You are a director.\nHere is some information:\n<env>\n</env>'

test.each([
  ['a title', [title], false, true],
  ['a title with more behind it', [`${title}\nBe short.`], false, true],
  ['a compaction with its own prompt', ['Summarise.'], true, true],
  ['a turn', [turn], false, false],
  ['a turn after a compaction', [turn], true, false],
  ['a turn whose prompt holds a hidden prompt', [`${title}\n${turn}`], false, false],
  ['a turn whose environment another plugin took away', ['You are a director.'], false, false],
  ['an empty system', [], false, false],
  ['entries that are no text', [7, null, title], false, true],
])('%s', (_, system, compacting, expected) => {
  expect(isAuxiliary({ system, ownPrompts: [title, ' '], compacting, madeUp: false })).toBe(expected)
})

test.each([
  ['a request of no session', ['You name branches.'], true],
  ['a turn of a session that the harness refuses', [turn], false],
])('%s', (_, system, expected) => {
  expect(isAuxiliary({ system, ownPrompts: [title], compacting: false, madeUp: true })).toBe(expected)
})
