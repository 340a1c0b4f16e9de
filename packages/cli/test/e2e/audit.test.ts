import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Harness } from '@active-mode/lab/harness'
import { buildPlugin } from '../../../../tools/build/buildPlugin.js'
import { bootForAudit, type Campaign, exportSession, playCampaign } from '../support/playCampaign.js'

const bin = fileURLToPath(new URL('../../bin/active-mode.js', import.meta.url))
let harness: Harness
let campaign: Campaign

beforeAll(async () => {
  await buildPlugin()
  harness = await bootForAudit()
  campaign = await playCampaign(harness)
})
afterAll(() => harness.stop())

const log = (): string => join(harness.stateDir, 'active-mode', 'decisions')
const store = (): string => join(harness.home, '.local', 'share', 'opencode', 'opencode.db')

interface Report {
  readonly totals: {
    readonly sessions: number
    readonly decisions: number
    readonly storeTurns: number
    readonly compactions: number
    readonly outcomes: Readonly<Record<string, number>>
  }
  readonly findings: ReadonlyArray<{ readonly id: string; readonly messageId: string }>
}

/** Runs the built tool as a process of its own. */
const active = (args: ReadonlyArray<string>, input = '') =>
  spawnSync(process.execPath, [bin, ...args], { input, encoding: 'utf8' })

const audit = (...args: ReadonlyArray<string>): Report => {
  const { stdout, stderr } = active(['audit', '--log', log(), '--json', ...args])
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout) as Report
}

describe('the built tool on a run of the real harness', () => {
  test('finds nothing in a log and a store that are still being written, and blocks that are the ones this build renders', async () => {
    await vi.waitFor(() => expect(audit().totals.decisions).toBeGreaterThanOrEqual(20), { timeout: 10_000 })
    const { totals, findings } = audit('--store', store())
    expect(findings).toEqual([])
    expect(totals.sessions).toBe(4)
    expect(totals.compactions).toBe(2)
    expect(totals.storeTurns).toBeGreaterThan(20)
    expect(totals.outcomes['director']).toBeGreaterThan(10)
    expect(totals.outcomes['unresolvable']).toBe(1)
  })

  test('says the same of the exports of a session with compactions and of a fork', async () => {
    for (const session of [campaign.director, campaign.fork]) {
      const file = join(harness.home, 'export.json')
      writeFileSync(file, JSON.stringify(await exportSession(harness, session)))
      expect(audit('--export', file, '--session', session).findings).toEqual([])
    }
  })

  test('finds the one block that is taken out of the log', () => {
    const file = join(log(), `${campaign.director}.jsonl`)
    const text = readFileSync(file, 'utf8')
    writeFileSync(
      file,
      text.replace(/"blockSha256":"[0-9a-f]{64}","blockBytes":\d+/, '"blockSha256":null,"blockBytes":0'),
    )
    try {
      expect(audit('--store', store()).findings.map(({ id }) => id)).toEqual(['director-without-block'])
    } finally {
      writeFileSync(file, text)
    }
  })

  test('finds a block that is not the one that was rendered', () => {
    const file = join(log(), `${campaign.director}.jsonl`)
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replace(/"blockSha256":"[0-9a-f]{64}"/, `"blockSha256":"${'0'.repeat(64)}"`))
    try {
      expect(audit('--store', store()).findings.map(({ id }) => id)).toEqual(['block-differs'])
    } finally {
      writeFileSync(file, text)
    }
  })

  test('decides, prints the block that was spliced, and finds the harness well', () => {
    expect(
      active(
        ['decide'],
        '{"sessionInfo":{"_tag":"known","sessionId":"ses_a","agent":"ship"},"bundle":{"_tag":"absent"},"switchStream":{"_tag":"unread"}}',
      ),
    ).toMatchObject({ status: 0, stdout: '{"_tag":"copilot","reason":{"_tag":"registry-absent"}}\n' })
    expect(active(['block', '--agent', 'quartermaster', '--registry', harness.registryDir]).stdout).toContain(
      'posture: unresolvable',
    )
    const { stdout } = spawnSync(process.execPath, [bin, 'doctor', '--harness', harness.stage.binary, '--json'], {
      env: { ...harness.stage.env, PATH: process.env['PATH'] },
      encoding: 'utf8',
      cwd: harness.directory,
    })
    const ids = (JSON.parse(stdout) as { findings: ReadonlyArray<{ level: string; id: string }> }).findings.map(
      ({ level, id }) => `${level} ${id}`,
    )
    expect(ids).toEqual(
      expect.arrayContaining(['ok plugin-loads', 'ok harness-contract', 'ok log-complete', 'problem version-gap']),
    )
  })
})
