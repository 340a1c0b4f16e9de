import { describe, expect, test } from 'vitest'
import type { Via } from '@active-mode/core'
import type { WireRequest } from '@active-mode/lab/harness'
import { judge2 } from '../../src/soak/generation2/judge2.js'
import { blockOf as blockFor, bundle, conflict, requestOf } from './requests.js'

const blockOf = (agent: string, via: Via = 'request'): string => blockFor(agent, via)

const doubt = conflict('ship', 'plan')

const request = (kind: string, agent: string, ...system: ReadonlyArray<string>): WireRequest =>
  requestOf(kind, agent, system)

describe('the judge of the soak of the second generation', () => {
  test.each<[string, WireRequest, string]>([
    ['right: a turn of a director with its block', request('primary', 'ship', `base\n\n${blockOf('ship')}`), 'right'],
    ['right: a request beside the turns with it', request('generate', 'ship', `base\n\n${blockOf('ship')}`), 'right'],
    ['right: a copilot without', request('primary', 'plan', 'base'), 'right'],
    ['right: a compaction of a director without', request('compaction', 'ship', 'base'), 'right'],
    ['right: a title without', request('title', 'title', 'base'), 'right'],
    ['missing: a turn of a director without', request('primary', 'ship', 'base'), 'missing'],
    ['missing: a request beside the turns without', request('generate', 'ship', 'base'), 'missing'],
    ['wrong: a director with the block of another mode', request('primary', 'ship', blockOf('explore')), 'wrong'],
    [
      'wrong: a block that the session alone answers for',
      request('primary', 'ship', blockOf('ship', 'session-info')),
      'wrong',
    ],
    ['wrong: a doubt, since there is none to be had', request('primary', 'ship', doubt), 'wrong'],
    ['wrong: two blocks', request('primary', 'ship', `${blockOf('ship')}\n${blockOf('ship')}`), 'wrong'],
    [
      'wrong: a heading without a block beside it',
      request('primary', 'ship', `${blockOf('ship')}\n## Active mode`),
      'wrong',
    ],
    [
      'wrong: a block that is not the very bytes',
      request('primary', 'ship', blockOf('ship').replace('rule', 'role')),
      'wrong',
    ],
    ['spurious: a copilot with one', request('primary', 'plan', blockOf('ship')), 'spurious'],
    ['spurious: a copilot that is told a doubt', request('primary', 'plan', doubt), 'spurious'],
    ['spurious: a compaction of a director with its block', request('compaction', 'ship', blockOf('ship')), 'spurious'],
    ['spurious: a title with one', request('title', 'title', blockOf('ship')), 'spurious'],
  ])('%s', (_, made, outcome) => {
    expect(judge2(made, bundle).outcome).toBe(outcome)
  })

  test.each<[string, WireRequest, string]>([
    [
      'right: a director with its block beside it',
      request('primary', 'ship', `base\nSHOWN ${blockOf('explore')}\n\n${blockOf('ship')}`),
      'right',
    ],
    [
      'right: a copilot with the sample alone',
      request('primary', 'plan', `base\nSHOWN ${blockOf('explore')}`),
      'right',
    ],
    [
      'missing: a director with the sample alone',
      request('generate', 'ship', `base\nSHOWN ${blockOf('explore')}`),
      'missing',
    ],
    ['wrong: a director whose sample was cut out', request('primary', 'ship', `base\n${blockOf('ship')}`), 'wrong'],
    ['spurious: a copilot whose sample was cut out', request('primary', 'plan', 'base'), 'spurious'],
  ])('with a sample that a neighbour shows, %s', (_, made, outcome) => {
    expect(judge2(made, bundle, `SHOWN ${blockOf('explore')}`).outcome).toBe(outcome)
  })
})
