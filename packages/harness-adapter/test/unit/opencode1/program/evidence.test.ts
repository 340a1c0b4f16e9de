import { describe, expect, test } from 'vitest'
import { environment, spoilt, told, World } from './World.js'

const [first, second] = ['msg_000000000001', 'msg_000000000003'] as const

/** Registry and session: all that is asked where the session agrees with a message that was seen to be stored. */
const agreed = ['registry within 2000', 'session within 1000']

describe('the message of a request that is being prepared', () => {
  test('is the witness, so that no message is read', async () => {
    const world = new World()
    world.prompt(first)
    expect(await world.splice()).toContain(told.ship)
    expect(world.asked).toEqual(agreed)
  })

  test('is the witness of its own session alone', async () => {
    const world = new World()
    world.prompt(first, 'ship', 'ses_a')
    world.prompt(second, 'ship', 'ses_b')
    await world.splice('ses_a')
    expect(world.held[0]?.messageId).toBe(first)
    expect(world.asked).toEqual(agreed)
  })

  test.each<[string, string | undefined]>([
    ['names no session: then it may be of any', undefined],
    ['is of the same session', 'ses_a'],
  ])('is no witness any more after a list that %s', async (_, session) => {
    const world = new World()
    world.prompt(first)
    world.prepare([], session)
    if (session !== undefined) world.prepare([{ id: '', agent: 'ship' }], session)
    await world.splice()
    expect(world.held[0]?.messageId).toBeNull()
  })

  test('stays the witness after a list of another session', async () => {
    const world = new World()
    world.prompt(first)
    world.prepare([{ id: '', agent: 'ship' }], 'ses_b')
    await world.splice()
    expect(world.held[0]?.messageId).toBe(first)
  })
})

describe('the deadline', () => {
  test('is what all questions of a request share, and a late answer finds none of it left', async () => {
    const world = new World({ deadlineMs: 1000 })
    world.prompt(first)
    world.info = (sessionId) => {
      world.elapsed += 300
      return { _tag: 'unknown', sessionId, failure: { _tag: 'call-failed', status: 503, code: 'Unavailable' } }
    }
    await world.splice()
    expect(world.asked).toEqual([
      'registry within 1000',
      'session within 500',
      'messages within 700',
      'switches within 700',
    ])
    expect(world.held[0]?.elapsedMs).toBe(300)
  })

  test('begins anew with each request', async () => {
    const world = new World({ deadlineMs: 1000 })
    world.prompt(first)
    world.elapsed = 70_000
    await world.splice()
    expect(world.asked).toEqual(['registry within 1000', 'session within 500'])
    expect(world.held[0]?.elapsedMs).toBe(0)
  })
})

test('where the harness fails in a way that nobody foresaw, the model is told so', async () => {
  const world = new World()
  world.prompt(first)
  world.info = () => {
    throw new TypeError('no')
  }
  const text = await world.splice()
  expect(text).toContain(told.unresolvable)
  expect(text).toContain('the plugin failed: TypeError')
})

describe('a compaction that was announced', () => {
  test('gets no block until a turn goes out, which its environment section tells', async () => {
    const world = new World()
    world.prompt(first)
    world.program.compacting('ses_a')
    expect(await world.splice('ses_a', [spoilt])).toBe(spoilt)
    expect(await world.splice('ses_a', [environment])).toContain(told.ship)
    expect(await world.splice('ses_a', [spoilt])).toContain(told.ship)
  })

  test('is one of its own session', async () => {
    const world = new World()
    world.prompt(first)
    world.program.compacting('ses_b')
    expect(await world.splice('ses_a', [spoilt])).toContain(told.ship)
  })

  test.each<[string, (world: World) => void]>([
    ['the harness says so', ({ program }) => program.compacted('ses_a')],
    ['the session is idle', ({ program }) => program.idle('ses_a')],
  ])('is over when %s', async (_, end) => {
    const world = new World()
    world.prompt(first)
    world.program.compacting('ses_a')
    end(world)
    expect(await world.splice('ses_a', [spoilt])).toContain(told.ship)
  })

  test('is not over because another session is idle', async () => {
    const world = new World()
    world.prompt(first)
    world.program.compacting('ses_a')
    world.program.idle('ses_b')
    expect(await world.splice('ses_a', [spoilt])).toBe(spoilt)
  })

  test('that ends while the harness is asked for its agents is a turn', async () => {
    const world = new World()
    world.prompt(first)
    world.program.compacting('ses_a')
    const { own } = world
    Object.defineProperty(world, 'own', {
      get: () => {
        world.program.compacted('ses_a')
        return own
      },
    })
    expect(await world.splice('ses_a', [spoilt])).toContain(told.ship)
  })
})

describe('a session of which no message was prepared', () => {
  const refused = async (world: World): Promise<string> => {
    world.info = (sessionId) => ({
      _tag: 'unknown',
      sessionId,
      failure: { _tag: 'call-failed', status: 404, code: 'NotFound' },
    })
    return world.splice('ses_a', [spoilt])
  }

  test('and that the harness does not know gets no block', async () => {
    expect(await refused(new World())).toBe(spoilt)
  })

  test('is told from one of which a message was', async () => {
    const world = new World()
    world.prepare([{ id: first, agent: 'ship' }], 'ses_a')
    expect(await refused(world)).toContain(told.unresolvable)
  })
})

test('with the option `splice: "separate"` the block is an entry of its own', async () => {
  const world = new World({ splice: 'separate' })
  world.prompt(first)
  const system = [environment]
  await world.splice('ses_a', system)
  expect(system).toEqual([environment, world.held[0]?.block])
})
