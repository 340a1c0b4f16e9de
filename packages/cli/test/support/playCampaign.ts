import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { registryFiles } from '@active-mode/fixtures/registry'
import { bootHarness, type Harness } from '@active-mode/lab/harness'
import { builtPlugin } from '../../../../tools/build/buildPlugin.js'

/** A session of each kind that a campaign leaves in the store. */
export interface Campaign {
  readonly director: string
  readonly child: string
  readonly fork: string
  readonly copilot: string
}

const agents = [
  { id: 'ship', prompt: 'You direct the ship mode.' },
  { id: 'quartermaster', prompt: 'You direct the haul mode.' },
  { id: 'builder', mode: 'subagent', description: 'Builds what it is told.', prompt: 'You build.' },
] as const

/** The real harness with the built plugin, patient since the machine may be busy, and a registry of three modes. */
export const bootForAudit = (): Promise<Harness> =>
  bootHarness({ plugins: [[builtPlugin, { deadlineMs: 20_000 }]], agents, registry: registryFiles('three-modes') })

const summary = 'Decided so far: the berth. Ledger: sessions/session-20261130-harbour.md. Go on with the crane.'

/** Asks for a newer plugin than this one, in the mode `ship` of a registry. */
export const raiseFloor = (registry: string): void =>
  writeFileSync(
    join(registry, 'ship', 'mode.toml'),
    (registryFiles('three-modes')['ship/mode.toml'] ?? '').replace('plugin = "1"', 'plugin = "2"'),
  )

/** What a command of the harness prints. */
export const printed = async (
  { binary, env, directory }: Pick<Harness['stage'], 'binary' | 'env' | 'directory'>,
  ...args: ReadonlyArray<string>
): Promise<string> =>
  (await promisify(execFile)(binary, args, { env, cwd: directory, maxBuffer: 64 * 1024 * 1024 })).stdout

/** Plays everything that the audit has to tell apart: tool calls, a retry, refused and aborted requests, a shell command, compactions, a fork, a child, a registry that changes. */
export const playCampaign = async (harness: Harness): Promise<Campaign> => {
  const { client, model } = harness
  const { id: director } = await client.createSession({ agent: 'ship' })
  const say = (agent: string, session = director) => client.prompt(session, { agent, text: 'go on' })
  const once = (reply: Parameters<typeof model.once>[0]) =>
    model.once((request) => (request.session === director && request.agent === 'ship' ? reply(request) : undefined))
  model.respond((request) => (request.agent === 'compaction' ? { kind: 'text', text: summary } : undefined))

  await say('ship')
  await say('plan')
  once(() => ({ kind: 'tools', calls: [{ name: 'glob', arguments: { pattern: '*' } }] }))
  await say('ship')
  await client.summarize(director, { auto: true })
  await say('ship')
  once(() => ({
    kind: 'tools',
    calls: [{ name: 'task', arguments: { description: 'build it', prompt: 'Build it.', subagent_type: 'builder' } }],
  }))
  await say('ship')
  once(() => ({ kind: 'error', status: 503, headers: { 'retry-after-ms': '300' } }))
  await say('ship')
  once(() => ({ kind: 'error', status: 400 }))
  await say('ship')
  await client.shell(director, { agent: 'ship', command: 'echo' })
  const before = model.requests().length
  once(() => ({ kind: 'hang' }))
  await client.promptAsync(director, { agent: 'ship', text: 'never answered' })
  await model.waitFor(({ index, session }) => index >= before && session === director)
  await client.abort(director)
  once(() => ({ kind: 'text', text: 'a long answer', usage: { prompt: 99_000, completion: 500 } }))
  await say('ship')
  await say('quartermaster')
  const { id: fork } = await client.fork(director)
  await say('quartermaster', fork)
  const { id: copilot } = await client.createSession({ agent: 'plan' })
  await say('plan', copilot)
  await say('build', copilot)
  raiseFloor(harness.registryDir)
  await say('ship')

  const child = model.requests().find(({ agent }) => agent === 'builder')?.session
  if (child === undefined || child === null) throw new Error('no child session was dispatched')
  return { director, child, fork, copilot }
}

/** What `opencode export` writes for a session. */
export const exportSession = async ({ stage }: Harness, session: string): Promise<unknown> =>
  JSON.parse(await printed(stage, 'export', session))
