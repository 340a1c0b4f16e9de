import { describe, expect, test } from 'vitest'
import type { RegistryBundle } from '@active-mode/core'
import type { WireRequest } from '@active-mode/fixtures/harness'
import { renderBlock } from '../../../src/render/renderBlock.js'
import { judge } from '../../../../../tools/soak/judge.js'

const mode = (name: string) => ({
  mode: name,
  agent: name,
  aliases: [],
  pack: { _tag: 'missing' as const, part: 'pack.toml', why: 'absent' as const, detail: '' },
  ledgerRule: { _tag: 'present' as const, value: { text: 'rule', generator: 'v1' } },
})
const bundle: RegistryBundle = { _tag: 'staged', digest: 'sha256:ab', floors: [], broken: [], modes: [mode('ship'), mode('explore')] }

const blockOf = (agent: string): string =>
  renderBlock(
    { _tag: 'degraded', mode: agent, agent, via: 'session-info', digest: 'sha256:ab', pack: null, ledgerRule: { text: 'rule', generator: 'v1' }, missing: [{ part: 'pack.toml', why: 'absent', detail: '' }] },
    bundle,
  ) ?? ''

const conflict = (sessionAgent: string, recordAgent: string): string =>
  renderBlock({ _tag: 'unresolvable', reasons: [{ _tag: 'evidence-conflict', sessionAgent, recordAgent }] }, bundle) ?? ''

const request = (agent: string, ...system: ReadonlyArray<string>): WireRequest => ({
  index: 0,
  session: 'ses_a',
  agent,
  message: null,
  headers: {},
  model: 'model',
  system: [...system],
  messages: [],
  tools: [],
  stream: true,
})

describe('the judge of the soak', () => {
  test.each([
    ['right: a director with its block', request('ship', `base\n\n${blockOf('ship')}`), 'right'],
    ['right: a copilot without', request('plan', 'base'), 'right'],
    ['right: a title without', request('title', 'base'), 'right'],
    ['conflict: the evidence disagreed and the block says so', request('ship', conflict('plan', 'ship')), 'conflict'],
    ['missing: a director without', request('ship', 'base'), 'missing'],
    ['wrong: a director with the block of another mode', request('ship', blockOf('explore')), 'wrong'],
    ['wrong: two blocks', request('ship', blockOf('ship'), blockOf('ship')), 'wrong'],
    ['wrong: a heading without a block beside it', request('ship', `${blockOf('ship')}\n## Active mode`), 'wrong'],
    ['wrong: a block that is not the very bytes', request('ship', blockOf('ship').replace('rule', 'role')), 'wrong'],
    ['spurious: a copilot with one', request('plan', blockOf('ship')), 'spurious'],
    ['spurious: a title with one', request('title', blockOf('ship')), 'spurious'],
    ['spurious: a title with a conflict', request('title', conflict('plan', 'ship')), 'spurious'],
  ])('%s', (_, made, outcome) => {
    expect(judge(made, bundle).outcome).toBe(outcome)
  })

  test('a conflict whose record names the true agent had the right witness', () => {
    expect(judge(request('ship', conflict('plan', 'ship')), bundle).witnessRight).toBe(true)
    expect(judge(request('ship', conflict('ship', 'plan')), bundle).witnessRight).toBe(false)
  })
})
