import { describe, expect, test } from 'vitest'
import { twoDirectors } from '../twoDirectors.js'
import { eventOf, lastOf, settle, worldOf } from './World.js'

const isDirector =
  'session `ses_1`: degraded director of mode `ship` (agent `ship`), without `pack.toml` (absent), `card.md` (absent)'

describe('an event that takes no block', () => {
  test('is complained of once, and no block is claimed to be in it', async () => {
    const { program, journal, held } = worldOf()
    for (let times = 0; times < 2; times += 1)
      await program.splice('primary', 'ses_1', { ...eventOf('ship'), system: 'text' } as never)
    expect(journal.filter(({ level }) => level === 'error')).toEqual([
      {
        level: 'error',
        message: "session `ses_1`: the block could not be written: the harness's system parts cannot be replaced",
      },
    ])
    expect(held.map(({ block }) => block)).toEqual([null, null])
  })

  test('is no matter of a copilot', async () => {
    const { program, said } = worldOf()
    await program.splice('primary', 'ses_1', { ...eventOf('plan'), system: 'text' } as never)
    expect(said).toEqual([])
  })
})

describe('an agent that another plugin wrote into the event', () => {
  const forged =
    'session `ses_1`: another plugin wrote agent `ship` into a request of agent `plan`; what it was told may be wrong, and until that ends its requests are told that nothing is known'

  test('is said aloud once, the session is told that nothing is known, and believed again when a request agrees', async () => {
    const { program, said, lines } = worldOf()
    const turn = async (named: string, agent: string): Promise<string> => {
      const event = eventOf(named)
      await program.splice('primary', 'ses_1', event)
      program.sent('primary', 'ses_1', agent)
      return lastOf(event)
    }
    expect(await turn('ship', 'plan')).toContain('posture: director — mode `ship`')
    expect(await turn('ship', 'plan')).toContain('posture: unresolvable')
    expect(await turn('ship', 'ship')).toContain('posture: unresolvable')
    expect(await turn('ship', 'ship')).toContain('posture: director — mode `ship`')
    program.idle('ses_1')
    expect(said.filter((line) => line.includes('another plugin wrote'))).toEqual([forged])
    expect(lines.map(({ requestAgent, confirmed }) => [requestAgent, confirmed])).toEqual([
      ['plan', false],
      ['plan', true],
      ['ship', true],
      ['ship', true],
    ])
  })

  test('is said of each session', async () => {
    const { program, said } = worldOf()
    for (const session of ['ses_1', 'ses_2']) {
      await program.splice('primary', session, eventOf('ship'))
      program.sent('primary', session, 'plan')
    }
    expect(said.filter((line) => line.includes('another plugin wrote'))).toHaveLength(2)
  })

  test('is not looked for where the harness names no agent', async () => {
    const { program, said, lines } = worldOf()
    await program.splice('primary', 'ses_1', eventOf('ship'))
    program.sent('primary', 'ses_1', null)
    program.idle('ses_1')
    expect(said).toEqual([isDirector])
    expect(lines).toMatchObject([{ requestAgent: null, confirmed: null }])
  })
})

test('a hook that names no agent forges nothing: that nothing is known is right for any agent', async () => {
  const { program, said, lines } = worldOf()
  await program.splice('primary', 'ses_1', { ...eventOf('ship'), agent: undefined } as never)
  program.sent('primary', 'ses_1', 'ship')
  program.idle('ses_1')
  expect(said).toEqual([expect.stringMatching(/^session `ses_1`: unresolvable/)])
  expect(lines).toMatchObject([{ requestAgent: 'ship', confirmed: true }])
})

test('of two forged requests that were open at once both were told wrong', async () => {
  const { program, said, lines } = worldOf()
  for (let times = 0; times < 2; times += 1) await program.splice('generate', 'ses_1', eventOf('ship'))
  for (let times = 0; times < 2; times += 1) program.sent('generate', 'ses_1', 'plan')
  program.idle('ses_1')
  expect(said.slice(1)).toEqual([
    expect.stringContaining('another plugin wrote agent `ship` into a request of agent `plan`'),
    'session `ses_1`: a request for agent `plan` was told the posture of another (degraded)',
  ])
  expect(lines.map(({ confirmed }) => confirmed)).toEqual([false, false])
})

describe('a block that is not in the body', () => {
  const lost =
    'session `ses_1`: the block was not in the request that went out: another plugin has emptied or replaced the system text'
  const turn = async ({ program }: ReturnType<typeof worldOf>, isLost: boolean): Promise<void> => {
    const event = eventOf('ship')
    await program.splice('primary', 'ses_1', event)
    program.sent('primary', 'ses_1', 'ship')
    program.seen('primary', 'ses_1', JSON.stringify({ system: isLost ? '' : lastOf(event) }))
    program.idle('ses_1')
  }

  test('is said once, and again when it was there in between', async () => {
    const world = worldOf()
    for (const isLost of [true, true, false, true]) await turn(world, isLost)
    expect(world.said).toEqual([isDirector, lost, lost])
    expect(world.lines.map(({ delivered }) => delivered)).toEqual([false, false, true, false])
  })

  test('is said after a body that could not be read', async () => {
    const world = worldOf()
    await world.program.splice('primary', 'ses_1', eventOf('ship'))
    world.program.sent('primary', 'ses_1', 'ship')
    world.program.seen('primary', 'ses_1', null)
    await turn(world, true)
    expect(world.said).toEqual([isDirector, lost])
  })

  test('is no news where the next body could not be read', async () => {
    const world = worldOf()
    await turn(world, true)
    await world.program.splice('primary', 'ses_1', eventOf('ship'))
    world.program.sent('primary', 'ses_1', 'ship')
    world.program.seen('primary', 'ses_1', null)
    await turn(world, true)
    expect(world.said.filter((line) => line === lost)).toHaveLength(1)
  })
})

describe('a request that went out undecided', () => {
  const undecided = (kind: string): string =>
    `session \`ses_1\`: a request of kind \`${kind}\` went out undecided: the harness did not call the hook for it`

  test('is said once, each is logged, and it is said again after one that was decided', async () => {
    const { program, said, lines } = worldOf()
    program.prompted('ses_1')
    for (let times = 0; times < 2; times += 1) {
      program.sent('primary', 'ses_1', 'ship')
      await settle()
    }
    expect(said).toEqual([undecided('primary')])
    expect(lines).toHaveLength(2)
    await program.splice('primary', 'ses_1', eventOf('ship'))
    program.sent('primary', 'ses_1', 'ship')
    program.sent('generate', 'ses_1', 'ship')
    await settle()
    expect(said).toEqual([undecided('primary'), isDirector, undecided('generate')])
  })

  test('of a copilot is confirmed: no block was due', async () => {
    const { program, lines } = worldOf()
    program.prompted('ses_1')
    program.sent('primary', 'ses_1', 'plan')
    await settle()
    expect(lines).toMatchObject([{ requestAgent: 'plan', block: null, confirmed: true, delivered: null }])
  })
})

describe('a request that another plugin, or a person, ended before it went out', () => {
  const brokenOff =
    'session `ses_1`: a turn of a director was broken off before the harness said for which agent its request was'

  test.each<[string, (world: ReturnType<typeof worldOf>) => Promise<void> | void]>([
    ['the session is idle', ({ program }) => program.idle('ses_1')],
    ['the session is deleted', ({ program }) => program.deleted('ses_1')],
    ['the next turn is decided', ({ program }) => program.splice('primary', 'ses_1', eventOf('plan'))],
  ])('is logged and said when %s', async (_, end) => {
    const world = worldOf()
    await world.program.splice('primary', 'ses_1', eventOf('ship'))
    await end(world)
    expect(world.said.slice(0, 2)).toEqual([isDirector, brokenOff])
    expect(world.journal[1]?.level).toBe('warn')
    expect(world.lines).toEqual([world.held[0]])
    expect(world.heldFor).toEqual([world.held[0]])
  })

  test('does not end a request beside the turn', async () => {
    const { program, lines } = worldOf()
    await program.splice('generate', 'ses_1', eventOf('ship'))
    await program.splice('primary', 'ses_1', eventOf('ship'))
    expect(lines).toEqual([])
  })

  test('is given up when eight more of its kind are open', async () => {
    const { program, lines, said } = worldOf()
    for (let count = 0; count < 8; count += 1) await program.splice('generate', 'ses_1', eventOf('ship'))
    expect(lines).toEqual([])
    await program.splice('generate', 'ses_1', eventOf('ship'))
    expect(lines).toHaveLength(1)
    expect(said).toEqual([isDirector, brokenOff])
  })

  test('leaves nothing to say without a registry', async () => {
    const { program, held, lines, said } = worldOf({ _tag: 'absent' })
    await program.splice('primary', 'ses_1', eventOf('ship'))
    program.stepped('ses_1', 'msg_1')
    program.idle('ses_1')
    expect([held, lines, said]).toEqual([[], [], []])
  })
})

test('a session that is deleted is a new one when its id comes again', async () => {
  const { program, said } = worldOf()
  for (let times = 0; times < 2; times += 1) {
    await program.splice('primary', 'ses_1', eventOf('ship'))
    program.sent('primary', 'ses_1', 'plan')
    program.deleted('ses_1')
  }
  expect(said).toHaveLength(4)
  expect(said[2]).toBe(said[0])
  expect(said[3]).toBe(said[1])
})

test('what an older request finds out late is not told after a newer one', async () => {
  const answers: (() => void)[] = []
  const { program, said } = worldOf(() => new Promise((resolve) => answers.push(() => resolve(twoDirectors))), 20_000)
  const older = program.splice('generate', 'ses_1', eventOf('explore'))
  const newer = program.splice('generate', 'ses_1', eventOf('ship'))
  await expect.poll(() => answers).toHaveLength(2)
  answers[1]?.()
  await newer
  answers[0]?.()
  await older
  expect(said).toEqual([isDirector])
})
