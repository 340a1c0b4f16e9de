import { describe, expect, test } from 'vitest'
import { twoDirectors } from '../../twoDirectors.js'
import { environment, spoilt, World } from './World.js'

const id = 'msg_000000000001'

const director = (session = 'ses_a'): string =>
  `warn: session \`${session}\`: degraded director of mode \`ship\` (agent \`ship\`), without \`pack.toml\` (absent), \`card.md\` (absent)`

const complaints: ReadonlyArray<[string, string, (world: World) => Promise<void>]> = [
  [
    'a request without a session',
    'info: a request named no session and got no Active mode block; on harness versions before 1.1.16 that is every request',
    ({ program }) => program.sessionless(),
  ],
  [
    'a request without a system array',
    "error: session `ses_a`: the block could not be written: another plugin replaced the harness's system array",
    ({ program }) => program.unwritable('ses_a'),
  ],
  [
    'a session that is prompted past all hooks',
    "warn: session `ses_a`: prompted through the harness's v2 API, which gives plugins no hook: its requests carry no Active mode block",
    ({ program }) => program.unhooked('ses_a'),
  ],
]

describe.each(complaints)('%s', (_, sentence, complain) => {
  test('is said once, in one sentence', async () => {
    const world = new World({ deadlineMs: 300 })
    await complain(world)
    await complain(world)
    expect(world.said).toEqual([sentence])
    expect(world.asked).toEqual(Array(2).fill('registry within 300'))
  })

  test('is said where the registry cannot be read', async () => {
    const world = new World()
    world.bundle = { _tag: 'unreadable', detail: 'not read in time' }
    await complain(world)
    expect(world.said).toEqual([sentence])
  })

  test('is said of nobody where there is no registry', async () => {
    const world = new World()
    world.bundle = { _tag: 'absent' }
    await complain(world)
    expect(world.said).toEqual([])
  })
})

test('a session that is deleted and comes again is complained of again', async () => {
  const world = new World()
  for (let times = 0; times < 2; times += 1) {
    await world.program.unhooked('ses_a')
    world.program.deleted('ses_a')
  }
  expect(world.said).toHaveLength(2)
})

describe('a closed system array', () => {
  test('is complained of, and no block is claimed to be in it', async () => {
    const world = new World()
    world.prompt(id)
    expect(await world.splice('ses_a', Object.freeze([environment]) as unknown as unknown[])).toBe(environment)
    expect(world.said).toEqual([
      "error: session `ses_a`: the block could not be written: the harness's system array is closed",
      director(),
    ])
    expect(world.held[0]?.block).toBeNull()
  })

  test('is no matter of a copilot', async () => {
    const world = new World()
    world.info = (sessionId) => ({ _tag: 'known', sessionId, agent: 'plan' })
    world.prompt(id, 'plan')
    await world.splice('ses_a', Object.freeze([environment]) as unknown as unknown[])
    expect(world.said).toEqual([])
  })
})

describe('another copy of the plugin', () => {
  test('that wrote before this one is pointed out, and its block is replaced', async () => {
    const [copy, world] = [new World(), new World()]
    const system = [environment]
    copy.prompt(id)
    await copy.splice('ses_a', system)
    world.prompt(id)
    expect((await world.splice('ses_a', system)).split('## Active mode')).toHaveLength(2)
    expect(world.said).toEqual([
      'warn: an earlier Active mode block was replaced: another copy of this plugin is loaded',
      director(),
    ])
    expect(copy.said).toEqual([director()])
  })

  test('that wrote where this one has no block is said to contradict it, and what the model reads is logged', async () => {
    const [copy, world] = [new World(), new World()]
    const system = [environment]
    copy.prompt(id)
    await copy.splice('ses_a', system)
    world.bundle = { ...twoDirectors, modes: [] } as typeof twoDirectors
    world.prompt(id)
    await world.splice('ses_a', system)
    expect(world.said).toEqual([
      'warn: another copy of this plugin is loaded, and its Active mode block stands where this copy has none: look whether both read the same registry',
    ])
    expect(world.held[0]?.block).toBe(copy.held[0]?.block)
  })
})

describe('without a registry', () => {
  test.each([[environment], [spoilt]])(
    'a request with the text %j stays as it is, and nothing is asked, logged or said',
    async (text) => {
      const world = new World()
      world.bundle = { _tag: 'absent' }
      world.prompt(id)
      expect(await world.splice('ses_a', [text])).toBe(text)
      world.sent(id)
      world.program.idle('ses_a')
      expect(world.asked).toEqual(['registry within 2000'])
      expect([world.held, world.lines, world.said]).toEqual([[], [], []])
    },
  )
})

describe('the posture of a session', () => {
  test('that left a director which another process served is said aloud, with a toast', async () => {
    const world = new World()
    world.info = (sessionId) => ({ _tag: 'known', sessionId, agent: 'plan' })
    world.program.stored('ses_a', 'msg_000000000003')
    world.prepare(
      [
        { id, agent: 'ship' },
        { id: 'msg_000000000003', agent: 'plan' },
      ],
      'ses_a',
    )
    await world.splice()
    expect(world.said).toEqual([expect.stringContaining('no longer degraded director of mode `ship`')])
    expect(world.toasts).toHaveLength(1)
  })

  test('is shown nowhere but in the log, with the option `toast: false`', async () => {
    const world = new World({ toast: false })
    world.prompt(id)
    await world.splice()
    expect([world.said, world.toasts]).toEqual([[director()], []])
  })

  test('is said of each session', async () => {
    const world = new World()
    for (const session of ['ses_a', 'ses_b']) {
      world.prompt(id, 'ship', session)
      await world.splice(session)
    }
    expect(world.said).toEqual([director('ses_a'), director('ses_b')])
  })
})

test('an agent that is one letter off a director is pointed out, once the harness has said which agents it has', async () => {
  const world = new World({ deadlineMs: 300 })
  world.names = ['explroe']
  world.info = (sessionId) => ({ _tag: 'known', sessionId, agent: 'explroe' })
  world.prompt(id, 'explroe')
  await world.splice()
  await expect
    .poll(() => world.said)
    .toEqual([
      'warn: session `ses_a`: agent `explroe` binds no mode and gets no block; it is close to `explore`, and ids are compared exactly',
    ])
  expect(world.asked).toContain('agent names within 300')
})
