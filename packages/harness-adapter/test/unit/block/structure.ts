import { expect } from 'vitest'
import { closingMarker } from '../../../src/show/text.js'

const startingWith = (block: string, start: string): number =>
  block.split(/\r\n|[\n\r\u0085\u2028\u2029]/).filter((line) => line.startsWith(start)).length

/** The promises that hold for every block, whatever a bundle holds (design 5). */
export const expectStructure = (block: string, stamps: 0 | 1): void => {
  expect(startingWith(block, '## Active mode'), 'heading lines').toBe(1)
  expect(startingWith(block, 'posture:'), 'posture lines').toBe(1)
  expect(startingWith(block, 'stamp:'), 'stamp lines').toBe(stamps)
  expect(block.startsWith('## Active mode\n\nposture: ')).toBe(true)
  expect(block.endsWith(`\n${closingMarker}`)).toBe(true)
  expect(block.split(closingMarker).length, 'closing markers').toBe(2)
  expect(Buffer.byteLength(block), 'bytes').toBeLessThanOrEqual(16 * 1024)
  expect(Buffer.from(block).toString(), 'valid UTF-8').toBe(block)
  expect(block).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/)
}
