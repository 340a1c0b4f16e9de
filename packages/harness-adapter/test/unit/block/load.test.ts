import { expect, test } from 'vitest'

/** Lines of our own words are made when they are loaded. Where that fails, every other test would not run at all. */
test('the renderer can be loaded', async () => {
  const { renderBlock } = await import('../../../src/block/renderBlock.js')
  expect(renderBlock({ _tag: 'copilot', reason: { _tag: 'registry-absent' } }, { _tag: 'absent' })).toBeNull()
})
