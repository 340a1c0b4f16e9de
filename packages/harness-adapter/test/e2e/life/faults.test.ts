import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Fault, FaultRule } from '@active-mode/lab/faults'
import { failAfter, type Harness } from '@active-mode/lab/harness'
import { bootDirector, directorOptions, faultsFor } from '../support/bootDirector.js'
import { eventually, open, openTitled, reasonOf, saidOf, served, told } from '../support/life.js'
import { openDirector } from '../support/openDirector.js'
import { linesOf, requestsOf, systemText, turnsOf } from '../support/wire.js'

const faults = faultsFor()
let harness: Harness

beforeAll(async () => {
  harness = await openDirector({ plugins: [faults.plugin], options: { deadlineMs: 2000 } })
})
afterAll(() => harness.stop())
beforeEach(() => faults.set([]))

const secret = 'SECRET-IN-A-BODY'
const answer = (status: number, body: string, type?: string): Fault => ({
  kind: 'answer',
  status,
  body,
  ...(type === undefined ? {} : { type }),
})
const html = `<!doctype html><title>${secret}</title>`

const info = (fault: Fault): FaultRule => ({ path: '^/session/[^/]+$', fault })
const messages = (fault: Fault): FaultRule => ({ path: '^/session/[^/]+/message$', fault })
const switches = (fault: Fault): FaultRule => ({ path: '^/api/session/[^/]+/message$', fault })

/** A turn that ends, in good time: past the deadline of two seconds there may be no waiting, and no more than a slow machine's rest. */
const inTime = async (id: string, agent: string) => {
  const start = performance.now()
  const request = await served(harness, id, agent)
  expect(performance.now() - start, 'milliseconds of the turn').toBeLessThan(20_000)
  expect(systemText(request)).not.toContain(secret)
  return request
}

const unknown = (failure: string, records: string): string =>
  `the session's agent is unknown (${failure}), and the message records cannot stand in (${records})`

test('the list of agents cannot be had: a title is not recognised and gets a block, a turn is never without', async () => {
  faults.set([{ path: '^/agent$', fault: answer(500, '{}') }])
  const titleOf = (id: string) => harness.model.waitFor(({ session, agent }) => session === id && agent === 'title')
  const id = await open(harness, 'ship')
  expect(told(await inTime(id, 'ship'))).toBe('director ship')
  // It may come before the turn was prepared and stored, and then there is no telling whose it is.
  expect(['director ship', 'unresolvable']).toContain(told(await titleOf(id)))
  await harness.client.summarize(id, { auto: true })
  expect(
    requestsOf(harness, id)
      .filter(({ agent }) => agent === 'compaction')
      .map(told),
    'it was announced',
  ).toEqual(['nothing'])
  expect(told(turnsOf(harness, id).at(-1))).toBe('director ship')
  faults.set([])
  const later = await open(harness, 'ship')
  await inTime(later, 'ship')
  expect(told(await titleOf(later))).toBe('nothing')
})

describe.each<[string, Fault, string]>([
  [
    'an error object',
    answer(500, `{"name":"UnknownError","data":{"message":"${secret}"}}`),
    'the call failed: status 500, UnknownError',
  ],
  ['an error without a name', answer(503, '{}'), 'the call failed: status 503, no-data'],
  ['unauthorised, without a body', answer(401, ''), 'the call failed: status 401, no-data'],
  [
    'not found',
    answer(404, `{"name":"NotFoundError","data":{"message":"${secret}"}}`),
    'the call failed: status 404, NotFoundError',
  ],
  ['an error page', answer(502, html, 'text/html'), 'the call failed: status 502, no-data'],
  ['an empty body', answer(200, ''), 'the call failed: SyntaxError'],
  ['no content', answer(204, ''), 'the answer is malformed at id'],
  ['null', answer(200, 'null'), 'the call failed: status 200, no-data'],
  ['a page with status 200', answer(200, html, 'text/html'), 'the answer is malformed at id'],
  ['a page that says it is JSON', answer(200, html), 'the call failed: SyntaxError'],
  ['a torn body', answer(200, '{"id":"ses_'), 'the call failed: SyntaxError'],
  ['an array', answer(200, '[]'), 'the answer is malformed at id'],
  ['a string', answer(200, '"ship"'), 'the answer is malformed at id'],
  ['another session', answer(200, '{"id":"ses_other","agent":"ship"}'), 'the answer is malformed at id'],
  ['no agent', { kind: 'without-fields', fields: ['agent'] }, 'the session carries no agent'],
  ['a number for an agent', { kind: 'with-fields', fields: { agent: 7 } }, 'the answer is malformed at agent'],
  [
    'an object for an agent',
    { kind: 'with-fields', fields: { agent: { name: 'ship' } } },
    'the answer is malformed at agent',
  ],
  ['an empty agent', { kind: 'with-fields', fields: { agent: '' } }, 'the answer is malformed at agent'],
  ['a rejection', { kind: 'throw' }, 'the call failed: TypeError'],
  ['an error that is thrown at once', { kind: 'throw-at-once' }, 'the call failed: TypeError'],
  ['nothing, ever', { kind: 'hang' }, 'no answer in time'],
])('session.get answers %s', (_, fault, failure) => {
  test('the records stand in; without them the block says why', async () => {
    const id = await openTitled(harness, 'ship')
    faults.set([info(fault), messages(answer(500, '{}'))])
    const blind = await inTime(id, 'ship')
    expect(told(blind)).toBe('unresolvable')
    expect(reasonOf(blind)).toBe(unknown(failure, 'they cannot be read: the call failed: status 500, no-data'))
    faults.set([info(fault)])
    const director = await inTime(id, 'ship')
    expect(told(director)).toBe('director ship')
    expect(linesOf(director, 'stamp:')).toEqual([expect.stringMatching(/ via=fallback /)])
    expect(told(await inTime(id, 'plan'))).toBe('nothing')
    faults.set([])
    expect(linesOf(await inTime(id, 'ship'), 'stamp:'), 'mended').toEqual([expect.stringMatching(/ via=session-info /)])
  })
})

describe('two faults at once', () => {
  test.each<[string, ReadonlyArray<FaultRule>, string, string]>([
    [
      'neither call ever answers',
      [info({ kind: 'hang' }), messages({ kind: 'hang' })],
      'no answer in time',
      'they cannot be read: no answer in time',
    ],
    [
      'nothing ever answers',
      [{ path: '.', fault: { kind: 'hang' } }],
      'no answer in time',
      'they cannot be read: no answer in time',
    ],
    [
      'both throw at once',
      [info({ kind: 'throw-at-once' }), messages({ kind: 'throw-at-once' })],
      'the call failed: TypeError',
      'they cannot be read: the call failed: TypeError',
    ],
    [
      'both answer with a page',
      [info(answer(200, html, 'text/html')), messages(answer(200, html, 'text/html'))],
      'the answer is malformed at id',
      'they cannot be read: the answer is no list of messages',
    ],
    [
      'both are not found',
      [info(answer(404, '{"name":"NotFoundError"}')), messages(answer(404, '{"name":"NotFoundError"}'))],
      'the call failed: status 404, NotFoundError',
      'they cannot be read: the call failed: status 404, NotFoundError',
    ],
    [
      'the list is empty',
      [info({ kind: 'throw' }), messages(answer(200, '[]'))],
      'the call failed: TypeError',
      'there is no answer among them',
    ],
    [
      'the list is an object',
      [info({ kind: 'throw' }), messages(answer(200, '{"data":[]}'))],
      'the call failed: TypeError',
      'they cannot be read: the answer is no list of messages',
    ],
    [
      'the list holds what is no message',
      [info({ kind: 'throw' }), messages(answer(200, '[null,{},{"info":null},{"info":{"role":"user"}}]'))],
      'the call failed: TypeError',
      'they cannot be read: 4 of 4 messages name no agent',
    ],
    [
      'the list is of an older form, without agents',
      [
        info({ kind: 'throw' }),
        messages(answer(200, '[{"info":{"id":"msg_0","role":"assistant","mode":"ship"},"parts":[]}]')),
      ],
      'the call failed: TypeError',
      'they cannot be read: 1 of 1 messages name no agent',
    ],
    [
      'the list of v2 switches cannot be had',
      [info({ kind: 'throw' }), switches(answer(500, '{}'))],
      'the call failed: TypeError',
      'they cannot be read: the call failed: status 500, no-data',
    ],
    [
      'the list of v2 switches never comes',
      [info({ kind: 'throw' }), switches({ kind: 'hang' })],
      'the call failed: TypeError',
      'they cannot be read: no answer in time',
    ],
    [
      'a v2 switch names no agent',
      [info({ kind: 'throw' }), switches(answer(200, '{"data":[{"type":"agent-switched","id":"msg_1"}]}'))],
      'the call failed: TypeError',
      'they cannot be read: 1 agent switches name no agent',
    ],
  ])('%s', async (_, rules, failure, records) => {
    const id = await openTitled(harness, 'ship')
    faults.set(rules)
    expect(reasonOf(await inTime(id, 'ship'))).toBe(unknown(failure, records))
    faults.set([])
    expect(told(await inTime(id, 'ship')), 'mended').toBe('director ship')
  })

  test('silence has to be earned: a copilot is not told nothing on no evidence', async () => {
    const id = await openTitled(harness, 'plan')
    faults.set([info(answer(500, '{}')), messages(answer(500, '{}'))])
    expect(told(await inTime(id, 'plan'))).toBe('unresolvable')
  })

  test.each([
    ['a page, as an older harness answers an unknown route', answer(200, html, 'text/html')],
    ['not found', answer(404, '{}')],
  ])('where the v2 route is missing (%s) there are no v2 switches', async (_, fault) => {
    const id = await openTitled(harness, 'ship')
    faults.set([info({ kind: 'throw' }), switches(fault)])
    expect(told(await inTime(id, 'ship'))).toBe('director ship')
    expect(told(await inTime(id, 'plan'))).toBe('nothing')
  })
})

describe('the records of a session that does not answer', () => {
  test('an answer whose question is gone stands in all the same', async () => {
    const id = await openTitled(harness, 'ship')
    await inTime(id, 'ship')
    for (const { info: message } of await harness.client.messages(id))
      if (message.role === 'user') await harness.client.deleteMessage(id, message.id)
    faults.set([info(answer(500, '{}'))])
    expect(told(await inTime(id, 'ship'))).toBe('director ship')
  })

  test('one page of them: where more prompts were queued than it holds, the answer is not among them and nothing is made up', async () => {
    const id = await openTitled(harness, 'ship')
    faults.set([info(answer(500, '{}'))])
    const queue = async (): Promise<void> => {
      for (const place of Array.from({ length: 11 }).keys())
        await harness.client.prompt(id, { agent: 'ship', text: `by the way ${String(place)}`, noReply: true })
    }
    harness.model.once(({ session }) => (session === id ? failAfter(queue) : undefined))
    await harness.client.prompt(id, { agent: 'ship', text: 'go on' })
    expect(told(turnsOf(harness, id)[0])).toBe('director ship')
    expect(reasonOf(turnsOf(harness, id)[1])).toBe(
      unknown('the call failed: status 500, no-data', 'there is no answer among them'),
    )
  })
})

describe('a late answer', () => {
  test.each([
    ['ship', 'plan', 'nothing'],
    ['plan', 'ship', 'director ship'],
  ])('of a turn of %s changes nothing of the next, of %s', async (first, next, expected) => {
    const id = await openTitled(harness, first)
    const ticket = `${first}-${next}`
    faults.set([info({ kind: 'late', ticket })])
    expect(told(await inTime(id, first))).toBe(first === 'plan' ? 'nothing' : 'director ship')
    // It comes while the next turn is waiting for an answer of its own.
    faults.set([info({ kind: 'delay', ms: 400 })])
    const [request] = await Promise.all([inTime(id, next), faults.release(ticket)])
    expect(told(request)).toBe(expected)
    faults.set([])
    expect(told(await inTime(id, next))).toBe(expected)
    const isShip = 'director of mode `ship` (agent `ship`)'
    expect(await saidOf(harness, id, 1)).toEqual(
      first === 'ship'
        ? [`INFO ${isShip}`, expect.stringContaining(`WARN no longer ${isShip}: now copilot (agent \`plan\`)`)]
        : [`INFO was copilot (agent \`plan\`), now ${isShip}`],
    )
  })

  test('answers that come in another order than they were asked for go each to its own session', async () => {
    const agents = ['ship', 'plan', 'explore', 'build', 'quartermaster']
    const sessions = await Promise.all(agents.map(async (agent) => ({ agent, id: await openTitled(harness, agent) })))
    faults.set(sessions.map(({ id }) => ({ path: `^/session/${id}$`, fault: { kind: 'late', ticket: id } })))
    const turns = sessions.map(({ id, agent }) => inTime(id, agent))
    for (const { id } of sessions.toReversed()) await faults.release(id)
    expect((await Promise.all(turns)).map(told)).toEqual([
      'director ship',
      'nothing',
      'director explore',
      'nothing',
      'director haul as quartermaster',
    ])
  })
})

test('an abort while the session is asked: the turn ends there, and the next one is as ever', async () => {
  const id = await openTitled(harness, 'ship')
  faults.set([info({ kind: 'hang' }), messages({ kind: 'hang' })])
  faults.calls()
  const aborted = harness.client.prompt(id, { agent: 'ship', text: 'go on' })
  await eventually('the session is asked', () => faults.calls().some(({ path }) => path === `/session/${id}`))
  await harness.client.abort(id)
  expect((await aborted).info.error).toMatchObject({ name: 'MessageAbortedError' })
  faults.set([])
  expect(told(await inTime(id, 'ship'))).toBe('director ship')
  expect(turnsOf(harness, id), 'nothing was sent for the aborted turn').toHaveLength(1)
})

test('none of it made a hook fail, and nothing secret is in the log', () => {
  expect(harness.logs()).toContain('director of mode `ship`')
  expect(harness.logs().match(/the hook .* failed/g)).toBeNull()
  expect(harness.logs()).not.toContain(secret)
})

describe('a server password, and a folder whose name does not fit into a header', () => {
  const password = 'SECRET-OF-THE-SERVER'
  let guarded: Harness

  beforeAll(async () => {
    guarded = await bootDirector({ password, directory: 'проект' })
  })
  afterAll(() => guarded.stop())

  test('nothing changes', async () => {
    const id = await open(guarded, 'ship')
    const request = await served(guarded, id, 'ship')
    expect(told(request)).toBe('director ship')
    expect(linesOf(request, 'stamp:')).toEqual([expect.stringMatching(/ via=session-info /)])
    expect(told(await served(guarded, id, 'plan'))).toBe('nothing')
    expect(told(await guarded.model.waitFor(({ session, agent }) => session === id && agent === 'title'))).toBe(
      'nothing',
    )
  })

  test('a plugin that spoils the password of the shared client is named by its effect, and the password is not told', async () => {
    const spoiler = {
      name: 'spoiler',
      source: `export default async ({ client }) => { client._client.setConfig({ headers: { authorization: 'Basic d3Jvbmc=' } }); return {} }`,
    }
    const spoilt = guarded.openProject('spoilt', directorOptions({ plugins: [spoiler] }).plugins ?? [])
    const id = await openTitled(spoilt, 'ship')
    const request = await served(spoilt, id, 'ship')
    expect(reasonOf(request)).toBe(
      unknown('the call failed: status 401, no-data', 'they cannot be read: the call failed: status 401, no-data'),
    )
    expect(systemText(request) + guarded.logs()).not.toContain(password)
  })
})
