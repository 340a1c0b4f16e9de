import { registryFiles } from '@active-mode/fixtures/registry'
import type { Reply, WireRequest } from '@active-mode/lab/harness'
import { bootHarness2, type Harness2, type Plugin2Spec, summaryHeadings } from '@active-mode/lab/harness2'
import { pluginFolder } from '../../../../tools/build/buildPlugin.js'
import { type Campaign, printed, raiseFloor } from './playCampaign.js'

const agents = [
  { id: 'ship', system: 'You direct the ship mode.' },
  { id: 'quartermaster', system: 'You direct the haul mode.' },
  { id: 'builder', mode: 'subagent', description: 'Builds what it is told.', system: 'You build.' },
] as const

/** The real harness of the second generation with the built plugin, by its folder, between others that are given, and a registry of three modes. */
export const bootForAudit2 = (
  before: ReadonlyArray<Plugin2Spec> = [],
  after: ReadonlyArray<Plugin2Spec> = [],
): Promise<Harness2> =>
  bootHarness2({
    plugins: [...before, pluginFolder, ...after],
    agents,
    registry: registryFiles('three-modes'),
    contextTokens: 60_000,
    retryDelayMs: 200,
    model: { fallback: summaryWithLedger },
  })

const ledger = 'Ledger: sessions/session-20261130-harbour.md'

/** A summary that fills in the harness's template, without which it asks again and gives up. */
const summaryWithLedger = (request: WireRequest): Reply | undefined => {
  const headings = summaryHeadings(request)
  return headings.length === 0
    ? undefined
    : { kind: 'text', text: headings.map((heading) => `${heading}\n- ${ledger}`).join('\n') }
}

/** Plays everything that the audit has to tell apart: switches, tool calls, a retry, a race with a switch, refused and interrupted requests, compactions, a request beside the turns, a fork, a child, a registry that changes. */
export const playCampaign2 = async (harness: Harness2): Promise<Campaign> => {
  const { client, model, stage } = harness
  const { id: director } = await client.createSession({ agent: 'ship', title: 'the crane' })
  const say = async (agent: string, session = director): Promise<unknown> => {
    await client.switchAgent(session, agent)
    return client.turn(session, 'go on')
  }
  const next = (answer: () => Reply | Promise<Reply>, session = director) =>
    model.once((request) => (request.session === session && request.kind === 'primary' ? answer() : undefined))
  const broken = async (reply: Reply, end: () => Promise<unknown>): Promise<void> => {
    const before = model.requests().length
    next(() => reply)
    await client.prompt(director, 'go on')
    await model.waitFor(({ index, session }) => index >= before && session === director)
    await end()
    await client.idle(director)
  }

  await say('ship')
  await say('plan')
  next(() => ({ kind: 'tools', calls: [{ name: 'read', arguments: { path: 'no-such-file' } }] }))
  await say('ship')
  await client.compacted(director)
  await say('ship')
  next(() => ({
    kind: 'tools',
    calls: [{ name: 'subagent', arguments: { agent: 'builder', description: 'build it', prompt: 'Build it.' } }],
  }))
  await say('ship')
  next(() => ({ kind: 'error', status: 503 }))
  await say('ship')
  // The agent is read anew for each try.
  next(async () => {
    await client.switchAgent(director, 'quartermaster')
    return { kind: 'error', status: 503 }
  })
  await say('ship')
  await client.generate(director, 'beside the turns')
  await broken({ kind: 'error', status: 400 }, async () => undefined)
  await broken({ kind: 'hang' }, () => client.interrupt(director))
  next(() => ({ kind: 'text', text: 'a long answer', usage: { prompt: 59_000, completion: 10 } }))
  await say('ship')
  await say('quartermaster')
  const { id: fork } = await client.fork(director)
  await client.turn(fork, 'go on')
  const { id: copilot } = await client.createSession({ agent: 'plan', title: 'a look around' })
  await say('plan', copilot)
  await say('build', copilot)
  raiseFloor(stage.registryDir)
  await say('ship')

  const child = (await client.sessions()).find(({ parentID }) => parentID === director)?.id
  if (child === undefined) throw new Error('no child session was dispatched')
  return { director, child, fork, copilot }
}

/** What the export of a session is: the answer of the harness's own route, without the envelope that its command line takes off as well. */
export const exportSession2 = ({ client }: Harness2, session: string): Promise<unknown> => client.exportSession(session)

/** What `opencode session export` prints for a session. */
export const printedExport2 = ({ stage, url }: Harness2, session: string): Promise<string> =>
  printed(stage, 'session', 'export', session, '--server', url)
