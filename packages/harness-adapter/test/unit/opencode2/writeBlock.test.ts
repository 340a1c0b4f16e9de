import { expect, test } from 'vitest'
import { writeBlock } from '../../../src/opencode2/writeBlock.js'

const first = { type: 'text', text: 'You direct.' }
const part = { type: 'text', text: '\nblock' }

test('a block is one more text part, in a new array: an earlier plugin may hold the old one', () => {
  const system = [first]
  const event = { system }
  expect(writeBlock(event, 'block')).toBe(true)
  expect(event.system).toEqual([first, part])
  expect(system).toEqual([first])
})

test('where the event takes no new array, the old one takes the part', () => {
  const system = [first]
  expect(writeBlock(Object.freeze({ system }), 'block')).toBe(true)
  expect(system).toEqual([first, part])
})

test('where neither takes it, that is told and nothing is thrown', () => {
  const event = Object.freeze({ system: Object.freeze([first]) })
  expect(writeBlock(event, 'block')).toBe(false)
  expect(event.system).toEqual([first])
})

test.each([undefined, null, 'text', {}])('a system text of the form %j takes no part', (system) => {
  const event = { system }
  expect(writeBlock(event, 'block')).toBe(false)
  expect(event.system).toBe(system)
})
