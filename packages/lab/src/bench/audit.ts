import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  decidePosture,
  type DecisionLogEntry,
  encodeDecisionLogLine,
  encodeRegistryBundle,
  summarise,
} from '@active-mode/core'
import { renderBlock } from '@active-mode/harness-adapter/library'
import { buildPlugin } from '../../../../tools/build/buildPlugin.js'
import { buildCli } from '../../../cli/build/buildCli.js'
import type { Figure } from './Figure.js'
import { inBenchFolder } from './inBenchFolder.js'
import { median } from './measure.js'
import { mode, registry, unread } from './samples.js'

const program = fileURLToPath(new URL('../../../cli/bin/active-mode.js', import.meta.url))

const sessions = 50
const linesEach = 1_000

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const bundle = registry([mode('ship', true), mode('explore', false)])
const json = JSON.stringify(encodeRegistryBundle(bundle))
const named = sha256(json)
const agents = ['ship', 'explore', 'plan', 'build']

const entry = (session: string, turn: number): DecisionLogEntry => {
  const agent = agents[turn % agents.length] ?? ''
  const sessionInfo = { _tag: 'known', sessionId: session, agent } as const
  const posture = decidePosture(sessionInfo, bundle, unread)
  const block = renderBlock(posture, bundle)
  return {
    v: 1,
    at: new Date(Date.UTC(2026, 10, 30) + turn).toISOString(),
    sessionId: session,
    messageId: `msg_${turn.toString(16).padStart(12, '0')}AbCdEfGhIjKlMn`,
    harness: '1.18.33',
    plugin: '0.0.0',
    sessionInfo,
    switchStream: unread,
    registry: named,
    posture: summarise(posture),
    blockSha256: block === null ? null : sha256(block),
    blockBytes: block === null ? 0 : Buffer.byteLength(block),
    elapsedMs: 1,
    requestAgent: agent,
    confirmed: true,
    delivered: null,
  }
}

/** A decision log as the plugin leaves it, below a folder. */
const writeLog = (log: string): void => {
  mkdirSync(join(log, 'registries'), { recursive: true })
  writeFileSync(join(log, 'registries', `${named}.json`), json)
  for (let place = 0; place < sessions; place += 1) {
    const session = `ses_bench${String(place).padStart(3, '0')}`
    const lines = Array.from({ length: linesEach }, (_, turn) => encodeDecisionLogLine(entry(session, turn)))
    writeFileSync(join(log, `${session}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  }
}

/** How long `active-mode audit` takes for a log, from its start to its end. In seconds. */
const auditSeconds = (log: string): number => {
  const start = performance.now()
  const { status, stderr } = spawnSync(process.execPath, [program, 'audit', '--log', log, '--json', '--quiet'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  const seconds = (performance.now() - start) / 1000
  if (status !== 0) throw new Error(`bench: the audit of a sound log ended with ${String(status)}: ${stderr}`)
  return seconds
}

/** How fast the built `active-mode audit` gets through a log: read, decoded, decided again, compared and reported, its own start included. */
export const auditFigures = async (): Promise<ReadonlyArray<Figure>> => {
  await buildPlugin()
  await buildCli()
  return inBenchFolder(async (folder) => {
    writeLog(folder)
    const rates = Array.from({ length: 6 }, () => (sessions * linesEach) / auditSeconds(folder))
    return [{ name: 'audit: decisions of a log, audited by the command', value: median(rates.slice(1)), unit: 'per s' }]
  })
}
