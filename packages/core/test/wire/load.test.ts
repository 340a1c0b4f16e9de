import { expect, test } from 'vitest'

/** Codecs are built when they are loaded, and a wrong one fails there. Every other test would then not run at all. */
test('the core can be loaded', async () => {
  const core = await import('@active-mode/core')
  expect(core.decodePosture).toBeTypeOf('function')
})
