import { describe, expect, test, vi } from 'vitest'
import { writeBlock } from '../../../src/opencode1/writeBlock.js'

const [block, newer] = ['## Active mode\nfirst', '## Active mode\nsecond']

/** Another copy of the plugin in this process, from a file of its own. */
const otherCopy = async (): Promise<typeof writeBlock> => {
  vi.resetModules()
  return (await import('../../../src/opencode1/writeBlock.js')).writeBlock
}

describe('a block', () => {
  test('is written into the very array that the harness holds', () => {
    const system = ['You direct.']
    expect(writeBlock(system, block, 'append')).toEqual({ block, isClosed: false, otherCopy: null })
    expect(system).toEqual([`You direct.\n\n${block}`])
  })

  test('that is none leaves the array as it was', () => {
    const system = ['You help.']
    expect(writeBlock(system, null, 'append')).toEqual({ block: null, isClosed: false, otherCopy: null })
    expect(system).toEqual(['You help.'])
  })

  test('cannot be written into a closed array, and none is claimed to be in it', () => {
    const system = Object.freeze(['You direct.']) as unknown as string[]
    expect(writeBlock(system, block, 'append')).toEqual({ block: null, isClosed: true, otherCopy: null })
  })
})

describe('what another copy wrote', () => {
  test('is replaced, and the copy is noticed', async () => {
    const system = ['You direct.']
    ;(await otherCopy())(system, block, 'append')
    expect(writeBlock(system, newer, 'append')).toEqual({ block: newer, isClosed: false, otherCopy: 'writes' })
    expect(system).toEqual([`You direct.\n\n${newer}`])
  })

  test('stays where this copy has no block, is what the model reads, and contradicts this copy', async () => {
    const system = ['You direct.']
    ;(await otherCopy())(system, block, 'append')
    expect(writeBlock(system, null, 'append')).toEqual({ block, isClosed: false, otherCopy: 'contradicts' })
    expect(system).toEqual([`You direct.\n\n${block}`])
  })

  test('serves in an array that was closed meanwhile, where it is the same block', async () => {
    const system = ['You direct.']
    ;(await otherCopy())(system, block, 'append')
    Object.freeze(system)
    expect(writeBlock(system, block, 'append')).toEqual({ block, isClosed: false, otherCopy: 'writes' })
  })

  test('is what the model reads, where the array was closed meanwhile and this copy would write another', async () => {
    const system = ['You direct.']
    ;(await otherCopy())(system, block, 'append')
    Object.freeze(system)
    expect(writeBlock(system, newer, 'append')).toMatchObject({ block, isClosed: true })
    expect(writeBlock(system, null, 'append').block).toBe(block)
  })

  test.each<[string, unknown]>([
    ['no object', 7],
    ['without a block', { text: block, isEntry: false }],
    ['without a text', { block, isEntry: false }],
    ['with a text of another block', { block: newer, text: block, isEntry: false }],
    ['with a block that is no text', { block: ['first'], text: 'first', isEntry: false }],
    ['that does not say what it wrote into', { block, text: block, isEntry: 'no' }],
  ])('in a form of another version is not touched: %s', (_, written) => {
    const system = [`You direct.\n\n${block}`]
    writeBlock([''], block, 'append')
    const shared: unknown = Reflect.get(globalThis, Symbol.for('@active-mode/written-blocks/1'))
    if (shared instanceof WeakMap) shared.set(system, written)
    expect(shared).toBeInstanceOf(WeakMap)
    expect(writeBlock(system, newer, 'append')).toEqual({ block: newer, isClosed: false, otherCopy: null })
    expect(system).toEqual([`You direct.\n\n${block}\n\n${newer}`])
  })

  test('in the array of another request is not seen', async () => {
    ;(await otherCopy())(['You direct.'], block, 'append')
    expect(writeBlock(['You direct.'], null, 'append').block).toBeNull()
  })
})
