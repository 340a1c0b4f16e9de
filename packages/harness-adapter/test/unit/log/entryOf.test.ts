import { expect, test } from 'vitest'
import { pluginVersion } from '../../../src/environment/version.js'
import { entryOf } from '../../../src/log/entryOf.js'
import { decision } from './support/decision.js'

const context = { harness: '1.18.33', registry: 'f'.repeat(64), sha256: (text: string) => `hash of ${text}` }

test('a line says all of a decision, and of the block no more than its hash and its length in bytes', () => {
  const made = { ...decision('ses_a'), block: 'é — block', delivered: true }
  expect(entryOf(made, context)).toEqual({
    v: 1,
    at: '2023-11-14T22:13:20.000Z',
    sessionId: 'ses_a',
    messageId: 'msg_1',
    harness: '1.18.33',
    plugin: pluginVersion,
    sessionInfo: { _tag: 'known', sessionId: 'ses_a', agent: 'plan' },
    switchStream: { _tag: 'unread' },
    registry: 'f'.repeat(64),
    posture: { _tag: 'copilot', reason: { _tag: 'agent-unbound', agent: 'plan' } },
    blockSha256: 'hash of é — block',
    blockBytes: 12,
    elapsedMs: 1.5,
    requestAgent: 'plan',
    confirmed: true,
    delivered: true,
  })
})

test('a line of a decision without a block says so', () => {
  expect(entryOf(decision('ses_a'), context)).toMatchObject({ blockSha256: null, blockBytes: 0 })
})
