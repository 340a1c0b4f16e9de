import { chmodSync, copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../src/store/live/openDatabase.js'
import { recorded } from '../../support/runTool.js'

test('a harness that begins to write while the store is read is read with what it writes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'active-mode-live-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'opencode.db')
  copyFileSync(recorded('opencode.db'), file)
  chmodSync(file, 0o644)
  // The reader is loaded by the tool first, as it is in the program.
  const store = await openDatabase(file)
  const { DatabaseSync } = await import('@photostructure/sqlite')
  const writer = new DatabaseSync(file)
  writer.exec('PRAGMA journal_mode = WAL')
  writer.close()
  store.close()

  const again = await openDatabase(file)
  const [id = ''] = again.ids
  expect(again.read(id)?.title).not.toBe('written meanwhile')
  expect(readdirSync(folder)).toEqual(['opencode.db'])
  const harness = new DatabaseSync(file)
  harness.exec("UPDATE session SET title = 'written meanwhile'")
  expect(again.read(id)?.title).toBe('written meanwhile')
  again.close()
  harness.close()
  expect(readdirSync(folder)).toEqual(['opencode.db'])
})
