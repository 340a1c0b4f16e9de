import { describe, expect, test } from 'vitest'
import type { Exchange } from '../../../src/verify/Exchange.js'
import { isWorthHalving, judge } from '../../../src/verify/judge.js'
import { judgeExchange } from '../../../src/verify/judgeExchange.js'
import type { VerifyRun } from '../../../src/verify/VerifyRun.js'
import { blockOf, copilotTurn, pluginAt, registryOf, runOf, sent, turnOf } from '../../support/verifyRuns.js'

const prompt = 'You direct ship.'
const block = blockOf('ship')

describe('one request', () => {
  const told = (exchange: Exchange): string => {
    const verdict = judgeExchange(exchange)
    return verdict._tag === 'misplaced' ? `misplaced: ${verdict.where}` : verdict._tag
  }

  test.each([
    ['with its block at the end', turnOf('ship'), 'as-promised'],
    ['with its block as an entry of its own', turnOf('ship', sent(prompt, block)), 'as-promised'],
    [
      'whose agent was known in another way',
      turnOf('ship', sent(`${prompt}\n${blockOf('ship', 'fallback')}`)),
      'as-promised',
    ],
    ['of a copilot without a block', copilotTurn(), 'as-promised'],
    ['without its block', turnOf('ship', sent(prompt)), 'missing'],
    ['that never came', turnOf('ship', { _tag: 'not-sent', why: 'no model' }), 'not-sent'],
    ['of a copilot with a block', copilotTurn(sent(`You build.\n${block}`)), 'unasked'],
    ['with half of a block', turnOf('ship', sent(`${prompt}\n## Active mode\n\nposture: director`)), 'torn'],
    ['with a marker alone', copilotTurn(sent('You build.\n<!-- /active-mode -->')), 'torn'],
    [
      "with a heading of the same words in a person's own text",
      turnOf('ship', sent(`## Active mode\n\nWe use a plugin.\n${prompt}\n${block}`)),
      'as-promised',
    ],
    ['with two blocks', turnOf('ship', sent(`${block}\n${prompt}\n${block}`)), 'several'],
    ['with its block before the last entry', turnOf('ship', sent(block, prompt)), 'misplaced: not in its last entry'],
    [
      'with its block before the prompt',
      turnOf('ship', sent(`${block}\n${prompt}`)),
      "misplaced: before the agent's own prompt",
    ],
    [
      'with its block in a message',
      turnOf('ship', { _tag: 'sent', system: [prompt], others: [block] }),
      'misplaced: outside of the system prompt',
    ],
    ['with the block of another agent', turnOf('ship', sent(`${prompt}\n${blockOf('explore')}`)), 'of-another-agent'],
    [
      'with the block of another registry',
      turnOf('ship', sent(`${prompt}\n${block.replace('sha256:0', 'sha256:1')}`)),
      'other-bytes',
    ],
    [
      'whose agent could not be told',
      turnOf(
        'ship',
        sent('## Active mode\n\nposture: unresolvable — re-bind\nreason: nobody knows\n<!-- /active-mode -->'),
      ),
      'unresolvable',
    ],
  ])('%s', (_, exchange, verdict) => {
    expect(told(exchange)).toBe(verdict)
  })
})

const ids = (change: Partial<VerifyRun>): ReadonlyArray<string> =>
  judge(runOf(change)).map(({ level, id }) => `${level} ${id}`)

const lost = [turnOf('ship', sent(prompt)), copilotTurn()]
const ours = pluginAt('/plugins/active-mode.js', true)
const neighbour = pluginAt('/plugins/neighbour.js')

describe('a run', () => {
  test('in which all is well has no finding', () => {
    expect(judge(runOf())).toEqual([])
  })

  test('without a plugin that runs says only why it does not', () => {
    const notLoaded = { decisions: [], failed: [], isLoaded: false }
    expect(ids({ exchanges: lost, trace: notLoaded, isPure: true })).toEqual(['problem plugins-off'])
    expect(ids({ exchanges: lost, trace: notLoaded })).toEqual(['problem plugin-never-loaded'])
    expect(ids({ exchanges: lost, trace: notLoaded, plugins: [] })).toEqual(['problem plugin-not-configured'])
    expect(
      ids({
        exchanges: lost,
        trace: notLoaded,
        plugins: [],
        elsewhere: [{ where: '/home/opencode.json', why: 'it is not read', remedy: 'Move it.', passedBy: null }],
      }),
    ).toEqual(['problem plugin-elsewhere'])
    const failed = [{ path: '/plugins/active-mode.js', why: 'a syntax error', isOurs: true }]
    expect(ids({ exchanges: lost, trace: { ...notLoaded, failed } })).toEqual(['problem plugin-failed'])
  })

  test('on a harness that tells no plugin its session says that it is too old, and nothing of the missing block', () => {
    const harness = { ...runOf().harness, version: '1.1.11', contract: 'none' }
    expect(ids({ harness, exchanges: lost, trace: { decisions: [], failed: [], isLoaded: null } })).toEqual([
      'problem harness-old',
    ])
  })

  test('on a harness that no record knows says so, and how to send one in', () => {
    const [finding] = judge(runOf({ harness: { ...runOf().harness, version: '1.99.0', contract: null } }))
    expect(finding).toMatchObject({ level: 'note', id: 'harness-unrecorded' })
    expect(finding?.remedy).toContain('--record FILE')
  })

  test.each([
    ['nothing', { _tag: 'absent' as const }, 'registry-missing'],
    ['no bundle', registryOf(), 'registry-empty'],
    ['something that cannot be read', { _tag: 'unreadable' as const, detail: 'EACCES' }, 'registry-unreadable'],
  ])('with a registry that holds %s is not silent', (_, bundle, id) => {
    expect(ids({ registry: { path: '/home/modes', bundle }, exchanges: [copilotTurn()] })).toEqual([`problem ${id}`])
  })

  test('whose registry binds an agent that the harness does not have asks which one was meant', () => {
    const registry = { path: '/home/modes', bundle: registryOf('shipp') }
    const [finding, ...others] = judge(runOf({ registry, exchanges: [copilotTurn()] }))
    expect(others).toEqual([])
    expect(finding).toMatchObject({
      level: 'problem',
      id: 'agent-unknown',
      what: 'the registry binds "shipp", the harness has no such agent; did you mean "ship"?',
      where: '/home/modes/shipp/mode.toml',
    })
  })

  test('with one director that exists only notes the mode whose agent does not', () => {
    expect(ids({ registry: { path: '/home/modes', bundle: registryOf('ship', 'quartermaster') } })).toEqual([
      'note agent-unknown',
    ])
    expect(ids({ registry: { path: '/home/modes', bundle: registryOf('quartermaster') }, exchanges: [] })).toEqual([
      'problem agent-unknown',
    ])
  })

  test('names the copy that silences the options of another on 2.x, and a second copy on 1.x', () => {
    const harness = { ...runOf().harness, version: '2.0.15', generation: 2 as const, contract: 'request' }
    const configured = pluginAt('/plugins/configured/server.js', true, { registry: '/registry' })
    expect(ids({ harness, plugins: [ours, configured], exchanges: lost })).toEqual(['problem registry-silenced'])
    expect(ids({ harness, plugins: [configured, ours] })).toEqual([])
    expect(ids({ plugins: [ours, configured] })).toEqual(['problem plugin-twice'])
    expect(ids({ plugins: [ours, { ...configured, isThere: false }] })).toEqual(['note plugin-never-loaded'])
  })

  test('names the neighbour without which all is well, and those that only do harm together', () => {
    const plugins = [ours, neighbour]
    const [found] = judge(runOf({ plugins, exchanges: lost, culprit: { _tag: 'found', plugin: neighbour } }))
    expect(found?.id).toBe('neighbour')
    expect(found?.what).toContain('without the plugin /plugins/neighbour.js all is as promised')
    expect(found?.remedy).toContain('have it loaded before Active mode')
    expect(ids({ plugins, exchanges: lost, culprit: { _tag: 'together', plugins: [neighbour] } })).toEqual([
      'problem neighbour',
    ])
    expect(ids({ plugins, exchanges: lost, culprit: { _tag: 'no-neighbour' } })).toEqual(['problem block-missing'])
  })

  test('says the same fault of several requests once', () => {
    const [finding, ...others] = judge(runOf({ exchanges: [...lost, turnOf('explore', sent('You explore.'))] }))
    expect(others).toEqual([])
    expect(finding?.where).toBe('the turn of ship, the turn of explore')
  })
})

test('a neighbour is looked for only where one may be the cause', () => {
  const plugins = [ours, neighbour]
  expect(isWorthHalving(runOf({ plugins, exchanges: lost }))).toBe(true)
  expect(isWorthHalving(runOf({ plugins }))).toBe(false)
  expect(isWorthHalving(runOf({ exchanges: lost }))).toBe(false)
  expect(isWorthHalving(runOf({ plugins, exchanges: lost, trace: { ...runOf().trace, isLoaded: false } }))).toBe(false)
})
