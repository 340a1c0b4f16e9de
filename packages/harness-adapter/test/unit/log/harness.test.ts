import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SessionInfoFailure } from '@active-mode/core'
import { type AvailabilityRecord, holds } from '@active-mode/lab/availability'
import { createDecisionLog } from '../../../src/log/live/createDecisionLog.js'
import { decision, patiently } from './support/decisions.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'active-mode-harness-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const harness = vi.fn(async () => '1.14.41')
beforeEach(() => harness.mockClear())

const versionsOf = (session: string): ReadonlyArray<unknown> =>
  readFileSync(join(folder, `${session}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).harness)

const records = new URL('../../../../fixtures/availability/records/', import.meta.url)
const recorded = readdirSync(records).map(
  (name) => JSON.parse(readFileSync(new URL(name, records), 'utf8')) as AvailabilityRecord,
)

describe('the version of the harness in the log', () => {
  test('is asked of a harness whose session info answers without an agent', async () => {
    createDecisionLog({ folder, harness, now: Date.now, refused: async () => true }).write(
      decision('ses_a', 'msg_1', { _tag: 'unknown', sessionId: 'ses_a', failure: { _tag: 'no-agent' } }),
    )
    await vi.waitFor(() => expect(versionsOf('ses_a')).toEqual(['1.14.41']), patiently)
  })

  const failures: ReadonlyArray<SessionInfoFailure> = [
    { _tag: 'no-client' },
    { _tag: 'call-failed', status: null, code: 'not-asked' },
    { _tag: 'timed-out', afterMs: 1000 },
    { _tag: 'malformed', paths: ['id'] },
  ]
  test.each(failures)('is not asked of a harness that never answered: $_tag', async (failure) => {
    createDecisionLog({ folder, harness, now: Date.now, refused: async () => true }).write(
      decision('ses_a', 'msg_1', { _tag: 'unknown', sessionId: 'ses_a', failure }),
    )
    await vi.waitFor(() => expect(versionsOf('ses_a')).toEqual([null]), patiently)
    expect(harness).not.toHaveBeenCalled()
  })

  test('is in the line of a call that failed, too, once the harness answered one', async () => {
    const log = createDecisionLog({ folder, harness, now: Date.now, refused: async () => true })
    log.write(decision('ses_a'))
    await vi.waitFor(() => expect(versionsOf('ses_a')).toEqual(['1.14.41']), patiently)
    log.write(
      decision('ses_b', 'msg_2', {
        _tag: 'unknown',
        sessionId: 'ses_b',
        failure: { _tag: 'timed-out', afterMs: 1000 },
      }),
    )
    await vi.waitFor(() => expect(versionsOf('ses_b')).toEqual(['1.14.41']), patiently)
  })

  test('every recorded harness whose session info answers in the hook is proved to tell it', () => {
    const answering = recorded.filter(({ facts }) => holds(facts, 'session-get-resolves-in-hook') === true)
    expect(answering.map(({ contract }) => contract)).toEqual(expect.arrayContaining(['primary', 'fallback-only']))
    expect(
      answering
        .filter(({ facts }) => holds(facts, 'health-names-the-harness-version') !== true)
        .map((record) => record.harness),
    ).toEqual([])
  })
})
