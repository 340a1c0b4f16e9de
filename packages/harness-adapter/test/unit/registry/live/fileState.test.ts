import { statSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { foundState, sameState, stateHolds } from '../../../../src/registry/live/FileState.js'

// A link that moves between reproducible images: inodes, sizes and times are equal, the device alone is another.
describe('a file of another device', () => {
  const here = foundState(statSync('/'))
  const there = { ...here, device: here.device + 1 }

  test('is another file', () => {
    expect([stateHolds('/', here), stateHolds('/', there)]).toEqual([true, false])
    expect([sameState(here, { ...here }), sameState(here, there)]).toEqual([true, false])
  })
})
