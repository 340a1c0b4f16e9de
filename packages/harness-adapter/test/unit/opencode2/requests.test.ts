import { describe, expect, test } from 'vitest'
import { twoDirectors } from '../twoDirectors.js'
import { eventOf, lastOf, worldOf } from './World.js'

/** Time that goes on only when the test says so. */
const stopped = () => {
  const time = { elapsed: 0, asked: [] as number[] }
  return {
    time,
    clock: {
      now: () => 1_700_000_000_000,
      elapsed: () => time.elapsed,
      within: async <A>(ms: number, promise: Promise<A>): Promise<A> => {
        time.asked.push(ms)
        return promise
      },
    },
  }
}

describe('a turn of a director', () => {
  test('is held when it is decided, and logged in its place once its body and its message are known', async () => {
    const { time, clock } = stopped()
    const { program, held, lines, heldFor } = worldOf(
      () => {
        time.elapsed += 7
        return twoDirectors
      },
      300,
      clock,
    )
    const event = eventOf('ship')
    await program.splice('primary', 'ses_1', event)
    expect(time.asked).toEqual([300])
    expect(held).toMatchObject([{ at: 1_700_000_000_000, elapsedMs: 7, messageId: null, confirmed: null }])
    expect(lastOf(event)).toBe(`\n${held[0]?.block ?? ''}`)
    program.sent('primary', 'ses_1', 'ship')
    expect(program.awaitsBody('primary', 'ses_1')).toBe(true)
    expect(program.awaitsBody('generate', 'ses_1')).toBe(false)
    program.seen('primary', 'ses_1', JSON.stringify({ system: lastOf(event) }))
    expect(program.awaitsBody('primary', 'ses_1')).toBe(false)
    expect(lines).toEqual([])
    program.stepped('ses_1', 'msg_1')
    expect(lines).toEqual([{ ...held[0], requestAgent: 'ship', confirmed: true, delivered: true, messageId: 'msg_1' }])
    expect(heldFor).toEqual([held[0]])
    program.idle('ses_1')
    expect(lines).toHaveLength(1)
  })

  test.each<[string, ReadonlyArray<'sent' | 'seen' | 'stepped'>]>([
    ['before the body', ['sent', 'stepped', 'seen']],
    ['before it goes out', ['stepped', 'sent', 'seen']],
  ])('is logged with its message, where that is known %s', async (_, order) => {
    const { program, lines } = worldOf()
    const event = eventOf('ship')
    await program.splice('primary', 'ses_1', event)
    const happen = {
      sent: () => program.sent('primary', 'ses_1', 'ship'),
      seen: () => program.seen('primary', 'ses_1', JSON.stringify({ system: lastOf(event) })),
      stepped: () => program.stepped('ses_1', 'msg_1'),
    }
    for (const step of order) {
      expect(lines).toEqual([])
      happen[step]()
    }
    expect(lines).toMatchObject([{ messageId: 'msg_1', requestAgent: 'ship', confirmed: true, delivered: true }])
  })

  test('keeps its first message, and one that comes for nothing changes nothing', async () => {
    const { program, lines } = worldOf()
    program.stepped('ses_1', 'msg_0')
    await program.splice('primary', 'ses_1', eventOf('ship'))
    program.sent('primary', 'ses_1', 'ship')
    program.stepped('ses_1', 'msg_1')
    program.stepped('ses_1', 'msg_2')
    program.idle('ses_1')
    expect(lines).toMatchObject([{ messageId: 'msg_1' }])
  })

  test('is logged with what is known of it when the next one is decided', async () => {
    const { program, lines } = worldOf()
    await program.splice('primary', 'ses_1', eventOf('ship'))
    program.sent('primary', 'ses_1', 'ship')
    await program.splice('primary', 'ses_1', eventOf('ship'))
    expect(lines).toMatchObject([{ requestAgent: 'ship', confirmed: true, delivered: null, messageId: null }])
  })
})

describe('a request beside the turns', () => {
  test('has no message, and takes none of a turn', async () => {
    const { program, lines } = worldOf()
    const event = eventOf('ship')
    await program.splice('generate', 'ses_1', event)
    program.stepped('ses_1', 'msg_1')
    program.sent('generate', 'ses_1', 'ship')
    program.stepped('ses_1', 'msg_1')
    program.seen('generate', 'ses_1', JSON.stringify({ system: lastOf(event) }))
    expect(lines).toMatchObject([{ messageId: null, confirmed: true, delivered: true }])
  })
})

describe('a request that named no session', () => {
  test('is one of the session that goes out with its agent', async () => {
    const { program, lines } = worldOf()
    const event = eventOf('ship')
    await program.splice('primary', '', event)
    expect(lastOf(event)).toContain('posture: director — mode `ship`')
    program.sent('primary', 'ses_1', 'ship')
    program.idle('ses_1')
    expect(lines).toMatchObject([
      { requestAgent: 'ship', confirmed: true, request: { sessionInfo: { sessionId: 'ses_1', agent: 'ship' } } },
    ])
  })

  test('is not looked at where the session has one of its own', async () => {
    const { program, lines } = worldOf()
    await program.splice('primary', '', eventOf('explore'))
    await program.splice('primary', 'ses_1', eventOf('ship'))
    program.sent('primary', 'ses_1', 'ship')
    program.idle('ses_1')
    expect(lines).toMatchObject([{ requestAgent: 'ship', confirmed: true }])
    program.idle('')
    expect(lines).toHaveLength(2)
  })

  test("is nobody's without a registry", async () => {
    const { program, lines, said } = worldOf({ _tag: 'absent' })
    await program.splice('primary', '', eventOf('ship'))
    program.sent('primary', 'ses_1', 'ship')
    program.idle('ses_1')
    expect([lines, said]).toEqual([[], []])
  })
})

describe('a body', () => {
  test('for which nothing went out changes nothing', async () => {
    const { program, lines } = worldOf()
    program.seen('primary', 'ses_1', '{}')
    await program.splice('primary', 'ses_1', eventOf('ship'))
    program.seen('primary', 'ses_1', '{}')
    program.idle('ses_1')
    expect(lines).toMatchObject([{ delivered: null }])
  })

  test('that is no JSON carries the block where its text does', async () => {
    const { program, lines, said } = worldOf()
    const event = eventOf('ship')
    await program.splice('primary', 'ses_1', event)
    program.sent('primary', 'ses_1', 'ship')
    program.seen('primary', 'ses_1', '{ "system": ')
    program.idle('ses_1')
    expect(lines).toMatchObject([{ delivered: false }])
    expect(said.at(-1)).toContain('the block was not in the request that went out')
  })

  test('of a copilot has no block to be looked for', async () => {
    const { program, lines } = worldOf()
    const event = eventOf('plan')
    const { system } = event
    await program.splice('primary', 'ses_1', event)
    expect(event.system).toBe(system)
    program.sent('primary', 'ses_1', 'plan')
    expect(program.awaitsBody('primary', 'ses_1')).toBe(false)
    program.seen('primary', 'ses_1', null)
    program.stepped('ses_1', 'msg_1')
    expect(lines).toMatchObject([{ confirmed: true, delivered: null, messageId: 'msg_1' }])
  })
})
