import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DatabaseSync } from '@photostructure/sqlite'
import { buildPlugin } from '../../../tools/build/buildPlugin.js'
import { bootForAudit, type Campaign, exportSession, playCampaign } from './support/playCampaign.js'
import { bootForAudit2, exportSession2, playCampaign2 } from './support/playCampaign2.js'

/**
 * Records a run of the real harness of each generation, or of the one that is named, as fixtures:
 * `npx tsx --conditions=@active-mode/source packages/cli/test/record.ts [1|2]`.
 * The lines name the plugin's version `recorded`, so that a block that is rendered differently one day is no finding there.
 */
interface Run {
  readonly folder: string
  readonly stateDir: string
  readonly database: string
  /** The tables that the audit reads. */
  readonly tables: ReadonlyArray<string>
  readonly directory: string
  readonly campaign: Campaign
  readonly exported: ReadonlyArray<unknown>
}

const [generation] = process.argv.slice(2)
await buildPlugin()
if (generation !== '2') await recordFirst()
if (generation !== '1') await recordSecond()

async function recordFirst(): Promise<void> {
  const harness = await bootForAudit()
  try {
    const campaign = await playCampaign(harness)
    const exported = []
    for (const id of Object.values(campaign)) exported.push(await exportSession(harness, id))
    await record({
      folder: 'recorded',
      stateDir: harness.stateDir,
      database: join(harness.home, '.local', 'share', 'opencode', 'opencode.db'),
      tables: ['session', 'message', 'part'],
      directory: harness.directory,
      campaign,
      exported,
    })
  } finally {
    await harness.stop()
  }
}

async function recordSecond(): Promise<void> {
  const harness = await bootForAudit2()
  try {
    const campaign = await playCampaign2(harness)
    const exported = []
    for (const id of Object.values(campaign)) exported.push(await exportSession2(harness, id))
    const { stateDir, dataDir, directory } = harness.stage
    await record({
      folder: 'recorded2',
      stateDir,
      database: join(dataDir, 'opencode.db'),
      tables: ['session_v2', 'session_message'],
      directory,
      campaign,
      exported,
    })
  } finally {
    await harness.stop()
  }
}

async function record({ folder: name, stateDir, database, tables, directory, campaign, exported }: Run): Promise<void> {
  const folder = fileURLToPath(new URL(`./${name}/`, import.meta.url))
  await new Promise((resolve) => setTimeout(resolve, 1000))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  const log = join(folder, 'decisions')
  cpSync(join(stateDir, 'active-mode', 'decisions'), log, { recursive: true })
  for (const file of readdirSync(log)
    .filter((each) => each.endsWith('.jsonl'))
    .map((each) => join(log, each)))
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/"plugin":"[^"]*"/g, '"plugin":"recorded"'))
  const home = join(stateDir, '..', '..')
  const scratch = join(home, '..')
  const neutral = (text: string): string =>
    [
      [directory, '/project'],
      [home, '/home/person'],
      [scratch, '/scratch'],
    ].reduce((rest, [from = '', to = '']) => rest.replaceAll(from, to).replaceAll(from.slice(1), to.slice(1)), text)
  writeFileSync(join(folder, 'export.json'), `${neutral(JSON.stringify(exported, null, 1))}\n`)
  writeFileSync(join(folder, 'campaign.json'), `${JSON.stringify(campaign, null, 2)}\n`)
  reduceDatabase(database, join(folder, 'opencode.db'), tables, neutral)
}

/** Keeps the tables that the audit reads, and no path of this machine. */
function reduceDatabase(
  from: string,
  to: string,
  tables: ReadonlyArray<string>,
  neutral: (text: string) => string,
): void {
  const source = new DatabaseSync(from, { readOnly: true })
  const target = new DatabaseSync(to)
  target.exec('PRAGMA page_size = 1024')
  target.exec('PRAGMA foreign_keys = OFF')
  for (const table of tables) {
    const named = source.prepare("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?").get(table)
    target.exec(String(named?.['sql'] ?? ''))
    for (const row of source.prepare(`SELECT * FROM ${table}`).all()) {
      const values = Object.values(row).map((value) => (typeof value === 'string' ? neutral(value) : value))
      target.prepare(`INSERT INTO ${table} VALUES (${values.map(() => '?').join(', ')})`).run(...values)
    }
  }
  target.exec('PRAGMA journal_mode = DELETE')
  target.exec('VACUUM')
  target.close()
  source.close()
}
