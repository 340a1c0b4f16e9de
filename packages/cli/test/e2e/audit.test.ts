import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Harness } from '@active-mode/lab/harness'
import { buildPlugin } from '../../../../tools/build/buildPlugin.js'
import { auditBuilt, logIn, runBuilt } from '../support/auditBuilt.js'
import { bootForAudit, type Campaign, exportSession, playCampaign } from '../support/playCampaign.js'

let harness: Harness
let campaign: Campaign

beforeAll(async () => {
  await buildPlugin()
  harness = await bootForAudit()
  campaign = await playCampaign(harness)
})
afterAll(() => harness.stop())

const store = (): string => join(harness.home, '.local', 'share', 'opencode', 'opencode.db')

const audit = (...args: ReadonlyArray<string>) => auditBuilt(harness.stateDir, ...args)

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

  test.each([
    [
      'finds the one block that is taken out of the log',
      /"blockSha256":"[0-9a-f]{64}","blockBytes":\d+/,
      '"blockSha256":null,"blockBytes":0',
      'director-without-block',
    ],
    [
      'finds a block that is not the one that was rendered',
      /"blockSha256":"[0-9a-f]{64}"/,
      `"blockSha256":"${'0'.repeat(64)}"`,
      'block-differs',
    ],
  ])('%s', (_, block, other, found) => {
    const file = join(logIn(harness.stateDir), `${campaign.director}.jsonl`)
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replace(block, other))
    try {
      expect(audit('--store', store()).findings.map(({ id }) => id)).toEqual([found])
    } finally {
      writeFileSync(file, text)
    }
  })

  test('decides, prints the block that was spliced, and finds the harness well', () => {
    const request =
      '{"sessionInfo":{"_tag":"known","sessionId":"ses_a","agent":"ship"},"bundle":{"_tag":"absent"},"switchStream":{"_tag":"unread"}}'
    const silent = '{"_tag":"copilot","reason":{"_tag":"registry-absent"}}\n'
    expect(runBuilt(['decide'], { input: request })).toMatchObject({ status: 0, stdout: silent })
    const block = runBuilt(['block', '--agent', 'quartermaster', '--registry', harness.registryDir]).stdout
    expect(block).toContain('posture: unresolvable')
    const { stdout } = runBuilt(['doctor', '--harness', harness.stage.binary, '--json'], {
      env: { ...harness.stage.env, PATH: process.env['PATH'] },
      cwd: harness.directory,
    })
    const { findings } = JSON.parse(stdout) as { findings: ReadonlyArray<{ level: string; id: string }> }
    expect(findings.map(({ level, id }) => `${level} ${id}`)).toEqual(
      expect.arrayContaining(['ok plugin-loads', 'ok harness-contract', 'ok log-complete', 'problem version-gap']),
    )
  })
})
