import { expect, test } from 'vitest'
import { recordOf } from '../../../src/verify/record.js'
import { copilotTurn, runOf, sent, turnOf } from '../../support/verifyRuns.js'

test('a record has the form of those of the availability fixture, names no contract, and says nothing of the machine', () => {
  const after = { ...turnOf('ship'), occasion: 'turn after the compaction' } as const
  const record = recordOf(
    runOf({ exchanges: [turnOf('ship'), turnOf('explore', sent('You explore.')), copilotTurn(), after] }),
    'linux-x64',
  )
  expect(record).toMatchObject({ harness: '1.18.33', platform: 'linux-x64', contract: null })
  expect(record.failure).toContain('were not asked for')
  expect(record.facts.map(({ name, holds }) => [name, holds])).toEqual([
    ['plugin-loads', true],
    ['director-turns-carry-the-block', false],
    ['other-turns-carry-no-block', true],
    ['compaction-carries-no-block', null],
    ['turn-after-compaction-carries-the-block', true],
    ['system-has-one-entry', true],
  ])
  expect(JSON.stringify(record)).not.toMatch(/\/home|\/bin|explore\b.*You/)
})
