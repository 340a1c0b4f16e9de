import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type * as Lines from '../../../src/logs/live/readLines.js'
import { entryOf, threeModes } from '../../support/generateLog.js'
import { runTool } from '../../support/runTool.js'

const opened = vi.hoisted((): string[] => [])
vi.mock('../../../src/logs/live/readLines.js', async (original) => {
  const lines = await original<typeof Lines>()
  return {
    ...lines,
    readLines: (file: string) => {
      opened.push(file)
      return lines.readLines(file)
    },
  }
})

/** How often the file that so many sessions share is gone through in one audit, and what the audit counts. */
const audit = async (sessions: number): Promise<{ readonly times: number; readonly totals: unknown }> => {
  const log = mkdtempSync(join(tmpdir(), 'active-mode-shared-'))
  onTestFinished(() => rmSync(log, { recursive: true, force: true }))
  mkdirSync(join(log, 'registries'))
  const bundle = await threeModes()
  const lines = Array.from({ length: sessions * 2 }, (_, turn) =>
    entryOf({ id: `session ${turn % sessions}`, at: turn * 1000, turn, agent: 'ship', registry: 'a', bundle }),
  )
  writeFileSync(join(log, 'other.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  opened.length = 0
  const { stdout } = await runTool(['audit', '--log', log, '--json'])
  return { times: opened.length, totals: (JSON.parse(stdout) as { totals: unknown }).totals }
}

test('a file that many sessions share is gone through no more often than one of a single session', async () => {
  const [one, many] = [await audit(1), await audit(20)]
  expect(many.totals).toMatchObject({ sessions: 20, decisions: 40 })
  expect(many.times).toBe(one.times)
})
