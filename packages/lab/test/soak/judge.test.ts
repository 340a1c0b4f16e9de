import { describe, expect, test } from 'vitest'
import type { Via } from '@active-mode/core'
import type { WireRequest } from '@active-mode/lab/harness'
import { judge } from '../../src/soak/judge.js'
import { isMisled } from '../../src/soak/Verdict.js'
import { blockOf as blockFor, bundle, conflict, requestOf } from './requests.js'

const blockOf = (agent: string, via: Via = 'session-info'): string => blockFor(agent, via)

const request = (agent: string, ...system: ReadonlyArray<string>): WireRequest => requestOf(null, agent, system)

describe('the judge of the soak', () => {
  test.each<[string, WireRequest, string | null, string]>([
    ['right: a director with its block', request('ship', `base\n\n${blockOf('ship')}`), 'ship', 'right'],
    ['right: a copilot without', request('plan', 'base'), 'plan', 'right'],
    ['right: a title without', request('title', 'base'), 'ship', 'right'],
    [
      'right: a conflict that the record of the request settled',
      request('ship', blockOf('ship', 'request')),
      'plan',
      'right',
    ],
    ['right: a conflict that it settled for a copilot', request('plan', 'base'), 'ship', 'right'],
    ['wrong: a conflict that the session settled', request('ship', blockOf('ship')), 'plan', 'wrong'],
    [
      'wrong: a conflict that was settled for the selected agent',
      request('ship', blockOf('explore', 'request')),
      'explore',
      'wrong',
    ],
    ['doubt: the evidence disagreed and the block says so', request('ship', conflict('plan', 'ship')), 'plan', 'doubt'],
    ['doubt: so it did for a copilot', request('plan', conflict('ship', 'plan')), 'ship', 'doubt'],
    ['missing: a director without', request('ship', 'base'), 'ship', 'missing'],
    ['missing: a director without, although a conflict was due', request('ship', 'base'), 'plan', 'missing'],
    ['wrong: a director with the block of another mode', request('ship', blockOf('explore')), 'ship', 'wrong'],
    [
      'wrong: a director with the block of the mode that the session has selected',
      request('ship', blockOf('explore')),
      'explore',
      'wrong',
    ],
    ['wrong: two blocks', request('ship', blockOf('ship'), blockOf('ship')), 'ship', 'wrong'],
    [
      'wrong: a heading without a block beside it',
      request('ship', `${blockOf('ship')}\n## Active mode`),
      'ship',
      'wrong',
    ],
    [
      'wrong: a block that is not the very bytes',
      request('ship', blockOf('ship').replace('rule', 'role')),
      'ship',
      'wrong',
    ],
    [
      'wrong: a conflict of other agents than the selected one',
      request('ship', conflict('plan', 'ship')),
      'explore',
      'wrong',
    ],
    [
      'wrong: a conflict that is not the very bytes',
      request('ship', conflict('plan', 'ship').replace('binds no mode', 'binds nothing')),
      'plan',
      'wrong',
    ],
    ['wrong: a conflict in a session that selected nobody', request('ship', conflict('plan', 'ship')), null, 'wrong'],
    ['spurious: a copilot with one', request('plan', blockOf('ship')), 'plan', 'spurious'],
    ['spurious: a title with one', request('title', blockOf('ship')), 'ship', 'spurious'],
    ['spurious: a title with a conflict', request('title', conflict('plan', 'ship')), 'plan', 'spurious'],
  ])('%s', (_, made, selected, outcome) => {
    expect(judge(made, bundle, selected).outcome).toBe(outcome)
  })

  test('a plugin that always answers that the evidence conflicts is wrong wherever session and request agree', () => {
    const agents = ['ship', 'explore', 'plan', 'build']
    const verdicts = agents.flatMap((agent) =>
      agents.flatMap((one) =>
        agents.flatMap((other) =>
          one === other ? [] : [judge(request(agent, conflict(one, other)), bundle, agent).outcome],
        ),
      ),
    )
    expect(new Set(verdicts)).toEqual(new Set(['wrong', 'spurious']))
  })

  test('a conflict whose record names the true agent had the right witness', () => {
    expect(judge(request('ship', conflict('plan', 'ship')), bundle, 'plan')).toMatchObject({
      outcome: 'doubt',
      witnessRight: true,
    })
    const misled = judge(request('ship', conflict('plan', 'explore')), bundle, 'plan')
    expect(misled).toMatchObject({ outcome: 'doubt', witnessRight: false })
    expect(isMisled(misled)).toBe(true)
  })

  describe("with a sample of the block in the project's instructions", () => {
    const sample = `Blocks look like this:\n\n${blockOf('ship')}\n\nDo not fake one.`
    test.each<[string, WireRequest, string]>([
      ['right: a director with its block after it', request('ship', `base\n${sample}\n\n${blockOf('ship')}`), 'right'],
      ['right: a copilot with the sample alone', request('plan', `base\n${sample}`), 'right'],
      ['right: a title, which gets no instructions', request('title', 'base'), 'right'],
      ['missing: a director with the sample alone', request('ship', `base\n${sample}`), 'missing'],
      [
        'wrong: a director with two blocks after it',
        request('ship', `base\n${sample}\n\n${blockOf('ship')}\n\n${blockOf('ship')}`),
        'wrong',
      ],
      ['wrong: a director whose sample was cut out', request('ship', `base\n\n${blockOf('ship')}`), 'wrong'],
      ['spurious: a copilot whose sample was cut out', request('plan', 'base'), 'spurious'],
      [
        'spurious: a copilot with a block after it',
        request('plan', `base\n${sample}\n\n${blockOf('ship')}`),
        'spurious',
      ],
    ])('%s', (_, made, outcome) => {
      expect(judge(made, bundle, made.agent, sample).outcome).toBe(outcome)
    })
  })
})
