import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  decidePosture,
  type DecisionLogEntry,
  encodeDecisionLogLine,
  encodeRegistryBundle,
  type Posture,
  type RegistryBundle,
  summarise,
} from '@active-mode/core'
import { registryFixture } from '@active-mode/fixtures/registry'
import { pluginVersion, readRegistryOnce, renderBlock } from '@active-mode/harness-adapter/library'

export interface GenerateOptions {
  readonly sessions: number
  readonly turns: number
  /** Every so many turns one has a fault. */
  readonly faultEvery?: number
}

export interface Generated {
  readonly log: string
  readonly export: string
}

const began = Date.parse('2026-11-30T08:00:00Z')
const agentsInTurn = ['ship', 'ship', 'ship', 'plan', 'explore', 'quartermaster', 'build', 'ship']

/** Writes a log and the export that belongs to it: sessions of several agents with compactions, the same every time. */
export const generateLog = async (
  folder: string,
  { sessions, turns, faultEvery = Number.POSITIVE_INFINITY }: GenerateOptions,
): Promise<Generated> => {
  const bundle = await threeModes()
  const json = JSON.stringify(encodeRegistryBundle(bundle))
  const registry = sha256(json)
  const log = join(folder, 'decisions')
  mkdirSync(join(log, 'registries'), { recursive: true })
  writeFileSync(join(log, 'registries', `${registry}.json`), json)
  const exported: string[] = []
  let count = 0
  for (let place = 0; place < sessions; place += 1) {
    const id = `ses_${String(1e6 - place).padStart(12, '0')}gen`
    const lines: string[] = []
    const messages: unknown[] = []
    for (let turn = 0; turn < turns; turn += 1) {
      count += 1
      const at = began + place * 60_000 + turn * 20_000
      const agent = agentsInTurn[Math.floor(turn / 7 + place) % agentsInTurn.length] ?? 'ship'
      const entry = entryOf({ id, at, turn, agent, registry, bundle })
      lines.push(
        JSON.stringify(
          encodeDecisionLogLine(count % faultEvery === 0 ? { ...entry, blockSha256: null, blockBytes: 0 } : entry),
        ),
      )
      messages.push(...messagesOf(id, at, turn, agent, entry.messageId ?? ''))
    }
    writeFileSync(join(log, `${id}.jsonl`), `${lines.join('\n')}\n`)
    exported.push(JSON.stringify({ info: { id, time: { created: began - 1000 } }, messages }))
  }
  writeFileSync(join(folder, 'export.json'), `[${exported.join(',\n')}]`)
  return { log, export: join(folder, 'export.json') }
}

/** The registry of the fixtures, as the plugin would read it. */
export const threeModes = async (): Promise<RegistryBundle> =>
  (await readRegistryOnce({ path: registryFixture('three-modes'), namedByOption: true }, 0)).bundle

interface EntrySettings {
  readonly id: string
  readonly at: number
  readonly turn: number
  readonly agent: string
  readonly registry: string
  readonly bundle: RegistryBundle
}

/** One decision as the plugin would log it. */
export const entryOf = ({ id, at, turn, agent, registry, bundle }: EntrySettings): DecisionLogEntry => {
  const messageId = `msg_${(BigInt(at) * 4096n).toString(16).slice(-12)}${String(turn).padStart(4, '0')}`
  const sessionInfo = { _tag: 'known', sessionId: id, agent } as const
  const switchStream = {
    _tag: 'records',
    store: id,
    records: [{ kind: 'user', agent, key: { _tag: 'message-id', value: messageId }, answers: null }],
  } as const
  const posture = decidePosture(sessionInfo, bundle, switchStream)
  const block = blockOf(posture, bundle)
  return {
    v: 1,
    at: new Date(at).toISOString(),
    sessionId: id,
    messageId,
    harness: '1.18.33',
    plugin: pluginVersion,
    sessionInfo,
    switchStream,
    registry,
    posture: summarise(posture),
    blockSha256: block?.sha256 ?? null,
    blockBytes: block?.bytes ?? 0,
    elapsedMs: 1 + (turn % 13) / 10,
    requestAgent: agent,
    confirmed: true,
    delivered: null,
  }
}

const blocks = new Map<string, { readonly sha256: string; readonly bytes: number } | null>()

/** A block by its agent; all are of one registry here. */
const blockOf = (
  posture: Posture,
  bundle: RegistryBundle,
): { readonly sha256: string; readonly bytes: number } | null => {
  const agent = 'agent' in posture ? posture.agent : ''
  const known = blocks.get(agent)
  if (known !== undefined) return known
  const text = renderBlock(posture, bundle)
  const block = text === null ? null : { sha256: sha256(text), bytes: Buffer.byteLength(text) }
  blocks.set(agent, block)
  return block
}

const messagesOf = (
  session: string,
  at: number,
  turn: number,
  agent: string,
  messageId: string,
): ReadonlyArray<unknown> => [
  ...(turn % 50 === 49
    ? [
        message({ id: `${messageId}u`, role: 'user', agent, time: { created: at - 3000 } }),
        message(
          {
            id: `${messageId}c`,
            role: 'assistant',
            agent: 'compaction',
            summary: true,
            parentID: `${messageId}u`,
            time: { created: at - 2000, completed: at - 1000 },
          },
          'Ledger: sessions/session-20261130-harbour.md',
        ),
      ]
    : []),
  message({ id: messageId, role: 'user', agent, sessionID: session, time: { created: at - 100 } }),
  message({
    id: `${messageId}a`,
    role: 'assistant',
    agent,
    parentID: messageId,
    sessionID: session,
    time: { created: at - 50, completed: at + 900 },
  }),
]

const message = (info: unknown, text = '') => ({ info, parts: [{ type: 'step-start' }, { type: 'text', text }] })

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
