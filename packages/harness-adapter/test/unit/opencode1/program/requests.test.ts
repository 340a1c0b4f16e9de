import { describe, expect, test } from 'vitest'
import { environment, World } from './World.js'

const [first, second] = ['msg_000000000001', 'msg_000000000003'] as const

const never =
  'error: session `ses_a`: the harness never said for which agent a request of a director was, so its block is not confirmed'
const brokenOff =
  'warn: session `ses_a`: a turn of a director was broken off before the harness said for which agent its request was'
const isDirector =
  'warn: session `ses_a`: degraded director of mode `ship` (agent `ship`), without `pack.toml` (absent), `card.md` (absent)'

describe('a request of a director', () => {
  test('gets its block, and is held until the harness says for which agent it goes out; then it is logged in place of what was held', async () => {
    const world = new World()
    world.prompt(first)
    const text = await world.splice()
    expect(text).toContain('agent `ship`')
    expect(world.said).toEqual([isDirector])
    expect(world.lines).toEqual([])
    const [held] = world.held
    expect(held).toMatchObject({ at: 1_700_000_000_000, messageId: first, requestAgent: null, confirmed: null })
    expect(text).toBe(`${environment}\n\n${held?.block ?? ''}`)
    world.sent(first)
    expect(world.lines).toEqual([{ decision: { ...held, requestAgent: 'ship', confirmed: true }, held }])
    expect(world.lines[0]?.held).toBe(held)
    expect(world.held).toHaveLength(1)
  })

  test('is logged once, however often the harness says for which agent it goes out', async () => {
    const world = new World()
    world.prompt(first)
    await world.splice()
    world.sent(first)
    world.sent(first)
    world.program.idle('ses_a')
    expect(world.confirmations()).toEqual([[first, 'ship', true]])
    expect(world.said).toEqual([isDirector])
  })

  test('of which the harness says another agent is logged as wrong, and said aloud', async () => {
    const world = new World()
    world.prompt(first)
    await world.splice()
    world.sent(first, 'plan')
    expect(world.confirmations()).toEqual([[first, 'plan', false]])
    expect(world.said).toEqual([
      isDirector,
      'error: session `ses_a`: a request for agent `plan` was told the posture of another (degraded)',
    ])
  })

  test('before which nothing was decided is not logged', () => {
    const world = new World()
    world.sent(first)
    expect([world.lines, world.said]).toEqual([[], []])
  })
})

describe('the message of a line', () => {
  test('is the one that the harness names', async () => {
    const world = new World()
    world.prompt(first)
    await world.splice()
    world.sent(second)
    expect(world.confirmations()).toEqual([[second, 'ship', true]])
  })

  test('is the one that was prepared, where the harness names none', async () => {
    const world = new World()
    world.prompt(first)
    await world.splice()
    world.sent(null)
    expect(world.confirmations()).toEqual([[first, 'ship', true]])
  })

  test('is that of the stored record, where the prepared one was never seen to be stored', async () => {
    const world = new World()
    world.answering(first)
    world.prepare([{ id: second, agent: 'explore' }], 'ses_a')
    expect(await world.splice()).toContain('agent `ship`')
    world.program.idle('ses_a')
    expect(world.confirmations()).toEqual([[first, null, null]])
  })

  test('is none, where neither is there', async () => {
    const world = new World()
    world.prepare([{ id: first, agent: 'ship' }], 'ses_a')
    await world.splice()
    world.program.idle('ses_a')
    expect(world.confirmations()).toEqual([[null, null, null]])
  })

  test('is known however often the harness repeats that it stored another', async () => {
    const world = new World()
    world.prompt(first)
    for (let times = 0; times < 40; times += 1) world.program.stored('ses_a', second)
    await world.splice()
    expect(world.asked.filter((question) => question.startsWith('messages'))).toEqual([])
  })
})

describe('a decision of which the harness says nothing', () => {
  test('is logged when the session is idle, and said once', async () => {
    const world = new World()
    world.prompt(first)
    await world.splice()
    world.program.idle('ses_a')
    world.program.idle('ses_a')
    expect(world.confirmations()).toEqual([[first, null, null]])
    expect(world.lines[0]?.held).toBe(world.held[0])
    expect(world.said).toEqual([isDirector, never])
  })

  test('is logged when the next request is decided', async () => {
    const world = new World()
    for (const id of [first, second]) {
      world.prompt(id)
      await world.splice()
    }
    world.sent(second)
    expect(world.confirmations()).toEqual([
      [first, null, null],
      [second, 'ship', true],
    ])
    expect(world.said).toEqual([isDirector, never])
  })

  test('is no error where the turn was broken off', async () => {
    const world = new World()
    world.prompt(first)
    await world.splice()
    world.program.aborted('ses_a')
    world.program.idle('ses_a')
    expect(world.said).toEqual([isDirector, brokenOff])
  })

  test('does not take what the harness says late for a word about the next one, known by its stored record', async () => {
    const world = new World()
    for (const id of [first, second]) {
      world.answering(id)
      await world.splice()
    }
    world.sent(first)
    world.sent(second)
    expect(world.confirmations()).toEqual([
      [first, null, null],
      [second, 'ship', true],
    ])
  })

  test('of a copilot is logged and not said', async () => {
    const world = new World()
    world.info = (sessionId) => ({ _tag: 'known', sessionId, agent: 'plan' })
    world.prompt(first, 'plan')
    expect(await world.splice()).toBe(environment)
    world.program.idle('ses_a')
    expect(world.confirmations()).toEqual([[first, null, null]])
    expect(world.said).toEqual([])
  })
})

test('an answer that a newer request has overtaken is neither held nor said, and is logged as broken off', async () => {
  const world = new World()
  const answers: (() => void)[] = []
  world.info = (sessionId) =>
    new Promise((resolve) => answers.push(() => resolve({ _tag: 'known', sessionId, agent: 'ship' })))
  world.prompt(first)
  const older = world.splice()
  await expect.poll(() => answers).toHaveLength(1)
  world.prompt(second)
  const newer = world.splice()
  await expect.poll(() => answers).toHaveLength(2)
  answers[1]?.()
  await newer
  answers[0]?.()
  await older
  expect(world.held.map(({ messageId }) => messageId)).toEqual([second])
  expect(world.confirmations()).toEqual([[first, null, null]])
  expect(world.said).toEqual([isDirector, brokenOff])
})

describe('a session that is deleted', () => {
  test('leaves no decision open: it is logged, and nothing that comes later confirms it', async () => {
    const world = new World()
    world.prompt(first)
    await world.splice()
    world.program.deleted('ses_a')
    world.sent(first)
    expect(world.confirmations()).toEqual([[first, null, null]])
    expect(world.said).toEqual([isDirector, never])
  })

  test('is a new one when its id comes again: its posture is said again, and its old messages are unknown', async () => {
    const world = new World()
    world.prompt(first)
    await world.splice()
    world.sent(first)
    world.program.deleted('ses_a')
    world.answering(second)
    await world.splice()
    expect(world.said).toEqual([isDirector, isDirector])
    expect(world.held.at(-1)?.messageId).toBe(second)
  })
})

describe('a request that the harness makes for itself', () => {
  test('says nothing about the turn that it runs beside', async () => {
    const world = new World()
    world.prompt(first)
    await world.splice()
    world.sent(null, 'title')
    expect(world.lines).toEqual([])
    world.sent(first)
    expect(world.confirmations()).toEqual([[first, 'ship', true]])
  })

  test('is a turn like any other, where a mode claims its agent', async () => {
    const world = new World()
    world.own = [{ name: 'ship', prompt: 'You ship.' }]
    world.prompt(first)
    await world.splice()
    world.sent(first)
    expect(world.confirmations()).toEqual([[first, 'ship', true]])
  })

  test('gets no block and no line, and its session is asked for nothing', async () => {
    const world = new World()
    world.prompt(first)
    expect(await world.splice('ses_a', ['You make titles.'])).toBe('You make titles.')
    expect([world.lines, world.held, world.said]).toEqual([[], [], []])
    expect(world.asked).toEqual(['registry within 2000', 'own agents within 1000'])
  })
})
