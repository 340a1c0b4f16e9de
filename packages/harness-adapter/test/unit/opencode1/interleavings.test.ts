import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Harness, type Session, sessionIds } from './interleavings/Harness.js'

// The harness runs its sessions side by side, aborts turns and answers late. Each command is one thing that may happen next; the
// scheduler picks when each question of the plugin is answered.

type Happening = (harness: Harness, session: Session) => void

type Command = fc.AsyncCommand<object, Harness>

const command = (name: string, happen: Happening): fc.Arbitrary<Command> =>
  fc
    .constantFrom(...sessionIds)
    .map((id) => ({
      check: () => true,
      run: async (_, harness) => happen(harness, harness.session(id)),
      toString: () => `${name} in ${id}`,
    }))

/** Two directors and a copilot. */
const agents = ['ship', 'explore', 'plan'] as const

const withAgent = (name: string, happen: (agent: string) => Happening): ReadonlyArray<fc.Arbitrary<Command>> =>
  agents.map((agent) => command(`${name} ${agent}`, happen(agent)))

const advance = command('advance', (harness, session) => harness.advance(session))

const commands = fc.commands(
  [
    // A turn has six steps, so most of what happens is the next one of some turn.
    ...Array<typeof advance>(18).fill(advance),
    ...withAgent('prompt', (agent) => (harness, session) => harness.prompt(session, agent)),
    ...withAgent('select', (agent) => (harness, session) => harness.select(session, agent)),
    command('abort', (harness, session) => harness.abort(session)),
    command('ask for a title', (harness, session) => harness.askForTitle(session)),
    command('compact', (harness, session) => harness.compact(session)),
    command('delete', (harness, session) => harness.delete(session)),
    ...(['none', 'refused', 'no-agent'] as const).map((fault) =>
      command(`session info: ${fault}`, (_, session) => void (session.infoFault = fault)),
    ),
    ...[true, false].map((isSpoilt) =>
      command(`system text spoilt: ${isSpoilt}`, (_, session) => void (session.isSpoilt = isSpoilt)),
    ),
    ...(['none', 'foreign message', "another session's message", 'lost session'] as const).map((meddling) =>
      command(`other plugin: ${meddling}`, (_, session) => void (session.meddling = meddling)),
    ),
  ],
  { maxCommands: 120, size: 'max' },
)

test('in any interleaving of hooks and late answers each request carries the block of its own agent, or one that says that nothing is known', async () => {
  let requests = 0
  let directed = 0
  await fc.assert(
    fc.asyncProperty(commands, fc.scheduler(), async (happenings, scheduler) => {
      const harness = new Harness(scheduler)
      await fc.scheduledModelRun(scheduler, () => ({ model: {}, real: harness }), happenings)
      await scheduler.waitIdle()
      expect(harness.wrong).toEqual([])
      requests += harness.requests
      directed += harness.directed
    }),
    { numRuns: 400 },
  )
  // The model is worth nothing if hardly a turn gets to its end, or hardly a director is told so.
  expect(requests).toBeGreaterThan(400)
  expect(directed).toBeGreaterThan(100)
})
