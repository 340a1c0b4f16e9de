import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { buildPlugin } from '../../../tools/buildPlugin.js'
import { bootForAudit, exportSession, playCampaign } from './support/playCampaign.js'

/**
 * Records a run of the real harness as fixtures: `npx tsx --conditions=@active-mode/source packages/audit/test/record.ts`.
 * The lines name the plugin's version `recorded`, so that a block that is rendered differently one day is no finding there.
 */
const folder = fileURLToPath(new URL('./recorded/', import.meta.url))

await buildPlugin()
const harness = await bootForAudit()
try {
  const campaign = await playCampaign(harness)
  await new Promise((resolve) => setTimeout(resolve, 1000))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  const log = join(folder, 'decisions')
  cpSync(join(harness.stateDir, 'active-mode', 'decisions'), log, { recursive: true })
  for (const name of readdirSync(log).filter((each) => each.endsWith('.jsonl'))) {
    const file = join(log, name)
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/"plugin":"[^"]*"/g, '"plugin":"recorded"'))
  }
  const neutral = (text: string): string => text.replaceAll(harness.directory, '/project').replaceAll(harness.directory.slice(1), 'project')
  const exported = []
  for (const id of Object.values(campaign)) exported.push(await exportSession(harness, id))
  writeFileSync(join(folder, 'export.json'), `${neutral(JSON.stringify(exported, null, 1))}\n`)
  writeFileSync(join(folder, 'campaign.json'), `${JSON.stringify(campaign, null, 2)}\n`)
  reduceDatabase(join(harness.home, '.local', 'share', 'opencode', 'opencode.db'), join(folder, 'opencode.db'), neutral)
} finally {
  await harness.stop()
}

/** Keeps the tables that the audit reads, and no path of this machine. */
function reduceDatabase(from: string, to: string, neutral: (text: string) => string): void {
  const source = new Database(from, { readonly: true })
  const target = new Database(to)
  target.pragma('page_size = 1024')
  target.pragma('foreign_keys = OFF')
  for (const table of ['session', 'message', 'part']) {
    const { sql } = source.prepare<[string], { readonly sql: string }>("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?").get(table) ?? { sql: '' }
    target.exec(sql)
    for (const row of source.prepare<[], Record<string, unknown>>(`SELECT * FROM ${table}`).all()) {
      const values = Object.values(row).map((value) => (typeof value === 'string' ? neutral(value) : value))
      target.prepare(`INSERT INTO ${table} VALUES (${values.map(() => '?').join(', ')})`).run(...values)
    }
  }
  target.pragma('journal_mode = DELETE')
  target.exec('VACUUM')
  target.close()
  source.close()
}
