import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DatabaseSync } from '@photostructure/sqlite'
import { copyRecording } from '../../support/copyRecording.js'
import { recorded, runTool } from '../../support/runTool.js'

interface Report {
  readonly totals: { readonly decisions: number; readonly storeTurns: number }
  readonly findings: ReadonlyArray<{ readonly id: string; readonly sessionId: string; readonly messageId: string }>
}

const audit = async (store: string): Promise<Report> => {
  const { stdout, stderr } = await runTool(['audit', '--log', recorded('decisions'), '--store', store, '--json'])
  expect(stderr).toBe('')
  return JSON.parse(stdout) as Report
}

/** A copy of the recorded store with one row spoilt, and the message that it belongs to. */
const spoil = (
  table: 'message' | 'part',
  where: string,
  set: string,
): { readonly store: string; readonly session: string; readonly message: string } => {
  const store = join(copyRecording().folder, 'spoilt.db')
  copyFileSync(recorded('opencode.db'), store)
  const db = new DatabaseSync(store)
  const column = table === 'message' ? 'id' : 'message_id'
  const row = db
    .prepare(`SELECT id, session_id AS session, ${column} AS message FROM ${table} WHERE ${where} LIMIT 1`)
    .get() as { readonly id: string; readonly session: string; readonly message: string } | undefined
  if (row === undefined) throw new Error(`the recording has no ${table} where ${where}`)
  db.prepare(`UPDATE ${table} SET ${set} WHERE id = ?`).run(row.id)
  db.close()
  return { store, ...row }
}

describe('a row of the store that is damaged costs its message, which is named, and nothing else', () => {
  test.each([
    ['an answer that is no JSON', 'message', `data ->> '$.role' = 'assistant'`, `data = '{oops'`],
    ['a question that is no JSON', 'message', `data ->> '$.role' = 'user'`, `data = '{oops'`],
    ['a message that is another kind of JSON', 'message', `data ->> '$.role' = 'user'`, `data = '[]'`],
    ['a message of no time', 'message', `data ->> '$.role' = 'assistant'`, `time_created = 'noon'`],
    [
      'a message of a time that no calendar has',
      'message',
      `data ->> '$.role' = 'assistant'`,
      'time_created = 9000000000000000',
    ],
    [
      'a message of a time that no number holds',
      'message',
      `data ->> '$.role' = 'user'`,
      'time_created = 9100000000000000001',
    ],
    ['a part that is no JSON', 'part', `data ->> '$.type' = 'step-start'`, `data = 'oops'`],
  ] as const)('%s', async (_, table, where, set) => {
    const { store, session, message } = spoil(table, where, set)
    const { totals, findings } = await audit(store)
    expect(findings).toMatchObject([{ id: 'unreadable-message', sessionId: session, messageId: message }])
    const whole = await audit(recorded('opencode.db'))
    expect(totals.decisions).toBe(whole.totals.decisions)
    expect(whole.totals.storeTurns - totals.storeTurns).toBeLessThanOrEqual(1)
  })
})

test('a database that is damaged below its rows is one sentence and exit code 2', async () => {
  const store = join(copyRecording().folder, 'torn.db')
  const bytes = readFileSync(recorded('opencode.db'))
  writeFileSync(store, bytes.fill(0xff, 20 * 1024))
  const { code, stdout, stderr } = await runTool(['audit', '--log', recorded('decisions'), '--store', store])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/^active-mode: .*torn\.db cannot be read.*\n$/)
})
