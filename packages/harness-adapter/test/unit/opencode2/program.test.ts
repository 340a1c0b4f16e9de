import { describe, expect, test } from 'vitest'
import type { RegistryBundle } from '@active-mode/core'
import { twoDirectors } from '../twoDirectors.js'
import { eventOf, lastOf, settle, worldOf } from './World.js'

// What the real harness cannot be brought to: a registry that never answers, and hooks in an order of the test's choice.

describe('a registry that never answers', () => {
  test('costs the deadline and no more, and the model is told; a late answer changes nothing', async () => {
    let answer: (bundle: RegistryBundle) => void = () => undefined
    const { program, lines } = worldOf(
      new Promise((resolve) => {
        answer = resolve
      }),
    )
    const event = eventOf('ship')
    const start = performance.now()
    await program.splice('primary', 'ses_1', event)
    expect(performance.now() - start).toBeLessThan(2_000)
    expect(lastOf(event)).toContain('posture: unresolvable')
    const before = event.system
    answer(twoDirectors)
    await settle()
    expect(event.system).toBe(before)
    program.idle('ses_1')
    expect(lines.map(({ summary }) => summary._tag)).toEqual(['unresolvable'])
  })
})

describe('two requests beside a turn that are open at once', () => {
  test('and were decided otherwise are each found by their agent, but not confirmed', async () => {
    const { program, lines, said } = worldOf()
    const [ship, explore] = [eventOf('ship'), eventOf('explore')]
    await program.splice('generate', 'ses_1', ship)
    await program.splice('generate', 'ses_1', explore)
    program.sent('generate', 'ses_1', 'explore')
    program.sent('generate', 'ses_1', 'ship')
    program.seen('generate', 'ses_1', JSON.stringify({ system: lastOf(ship) }))
    program.seen('generate', 'ses_1', JSON.stringify({ system: lastOf(explore) }))
    expect(lines.map(({ requestAgent, confirmed, delivered }) => [requestAgent, confirmed, delivered])).toEqual([
      ['ship', null, true],
      ['explore', null, true],
    ])
    expect(said.filter((line) => /another plugin/.test(line))).toEqual([])
  })

  test('and agree are confirmed', async () => {
    const { program, lines } = worldOf()
    const events = [eventOf('ship'), eventOf('ship')]
    for (const event of events) await program.splice('generate', 'ses_1', event)
    events.forEach(() => program.sent('generate', 'ses_1', 'ship'))
    for (const event of events) program.seen('generate', 'ses_1', JSON.stringify({ system: lastOf(event) }))
    expect(lines.map(({ confirmed, delivered }) => [confirmed, delivered])).toEqual([
      [true, true],
      [true, true],
    ])
  })

  test('do not keep a turn from being confirmed', async () => {
    const { program, lines } = worldOf()
    await program.splice('primary', 'ses_1', eventOf('ship'))
    await program.splice('generate', 'ses_1', eventOf('explore'))
    program.sent('generate', 'ses_1', 'explore')
    program.sent('primary', 'ses_1', 'ship')
    program.idle('ses_1')
    expect(lines.map(({ requestAgent, confirmed }) => [requestAgent, confirmed])).toEqual([
      ['explore', true],
      ['ship', true],
    ])
  })
})

describe('a request that comes through undecided', () => {
  test('is not complained of where there is no registry', async () => {
    const { program, lines, said } = worldOf({ _tag: 'absent' })
    program.prompted('ses_1')
    await program.splice('primary', 'ses_1', eventOf('ship'))
    program.sent('primary', 'ses_1', 'ship')
    program.sent('primary', 'ses_1', 'ship')
    await settle()
    expect([lines, said]).toEqual([[], []])
  })

  test('is not complained of where the registry was staged after it was decided', async () => {
    let bundle: RegistryBundle = { _tag: 'absent' }
    const { program, lines, said } = worldOf(() => bundle)
    program.prompted('ses_1')
    await program.splice('primary', 'ses_1', eventOf('ship'))
    bundle = twoDirectors
    program.sent('primary', 'ses_1', 'ship')
    await settle()
    expect([lines, said]).toEqual([[], []])
  })

  test('is not complained of where it may have begun before this instance was set up, and the next is', async () => {
    const { program, another, lines, said } = worldOf()
    program.prompted('ses_1')
    const reloaded = another()
    reloaded.sent('primary', 'ses_1', 'ship')
    await settle()
    expect([lines, said]).toEqual([[], []])
    reloaded.sent('primary', 'ses_1', 'ship')
    await settle()
    expect(said).toEqual([
      'session `ses_1`: a request of kind `primary` went out undecided: the harness did not call the hook for it',
    ])
    expect(lines).toMatchObject([{ requestAgent: 'ship', block: null, confirmed: false, delivered: false }])
  })
})

describe('a hot reload', () => {
  test('between the hooks: the new instance knows the request, and what is told of postures goes on', async () => {
    const { program, another, lines, said } = worldOf()
    const event = eventOf('ship')
    await program.splice('primary', 'ses_1', event)
    const reloaded = another()
    reloaded.sent('primary', 'ses_1', 'ship')
    reloaded.seen('primary', 'ses_1', JSON.stringify({ system: lastOf(event) }))
    reloaded.stepped('ses_1', 'msg_1')
    expect(lines).toMatchObject([{ confirmed: true, delivered: true, messageId: 'msg_1' }])
    await reloaded.splice('primary', 'ses_1', eventOf('custom'))
    expect(said.at(-1)).toContain('no longer degraded director of mode `ship`')
  })
})

test('where the harness tells of no steps a line does not wait for the message', async () => {
  const { program, lines } = worldOf()
  program.unfollowed()
  const event = eventOf('ship')
  await program.splice('primary', 'ses_1', event)
  program.sent('primary', 'ses_1', 'ship')
  program.seen('primary', 'ses_1', null)
  expect(lines).toMatchObject([{ confirmed: true, delivered: null, messageId: null }])
})

test('a body that spells the block otherwise carries it all the same', async () => {
  const { program, lines } = worldOf()
  const event = eventOf('ship')
  await program.splice('primary', 'ses_1', event)
  program.sent('primary', 'ses_1', 'ship')
  const escaped = JSON.stringify({ system: lastOf(event) }).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  program.seen('primary', 'ses_1', escaped)
  program.idle('ses_1')
  expect(lines).toMatchObject([{ delivered: true }])
})
