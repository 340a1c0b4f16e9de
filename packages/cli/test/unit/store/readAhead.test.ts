import { chmodSync, copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { type Opening, openTables } from '../../../src/store/live/openTables.js'
import { readAhead } from '../../../src/store/live/readAhead.js'
import { runBuilt } from '../../support/auditBuilt.js'
import { recorded, runTool } from '../../support/runTool.js'

const reader = new URL('../../../dist/storeReader.js', import.meta.url)

const freshFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'active-mode-ahead-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A copy of a recorded store, with what a test does to it. */
const copyStore = (generation: 1 | 2, change: (db: DatabaseSyncInstance) => void = () => undefined): string => {
  const file = join(freshFolder(), 'opencode.db')
  copyFileSync(recorded('opencode.db', generation), file)
  chmodSync(file, 0o644)
  const db = new DatabaseSync(file)
  change(db)
  db.close()
  return file
}

const openingOf = (file: string): Opening => ({ file, path: file, isUnchanging: true })

/** All sessions of a store, and one that it does not know: read one by one, and taken from the thread that read them ahead. */
const bothWays = (file: string): { readonly read: unknown; readonly ahead: unknown } => {
  const opening = openingOf(file)
  const store = openTables(DatabaseSync, opening)
  const ids = [...store.ids.slice(0, 1), 'ses_unknown', ...store.ids.slice(1)]
  const thread = readAhead({ opening, ids }, reader)
  const result = { read: ids.map(store.read), ahead: ids.map((id) => thread?.take(id)) }
  thread?.close()
  store.close()
  return result
}

describe('a store that is read ahead gives the sessions that it gives when it is read', () => {
  test.each([1, 2] as const)('of the harness %i.x', (generation) => {
    const { read, ahead } = bothWays(recorded('opencode.db', generation))
    expect(ahead).toEqual(read)
    expect(ahead).toContain(null)
  })

  test.each([
    ['of 1.x', 1, "UPDATE message SET data = '{oops' WHERE id = (SELECT max(id) FROM message)"],
    ['of 1.x in a part', 1, "UPDATE part SET data = 'oops' WHERE id = (SELECT max(id) FROM part)"],
    ['of 2.x', 2, "UPDATE session_message SET data = '{oops' WHERE id = (SELECT max(id) FROM session_message)"],
  ] as const)('with a row that is no JSON, %s', (_, generation, spoil) => {
    const { read, ahead } = bothWays(copyStore(generation, (db) => db.exec(spoil)))
    expect(ahead).toEqual(read)
    expect(JSON.stringify(ahead)).toMatch(/"unreadable":\["msg_/)
  })

  test('with what a harness that began to write meanwhile wrote', () => {
    const file = copyStore(1, (db) => db.exec('PRAGMA journal_mode = WAL'))
    const opening = openingOf(file)
    const store = openTables(DatabaseSync, opening)
    const [id = ''] = store.ids
    store.close()
    const harness = new DatabaseSync(file)
    harness.exec("UPDATE session SET title = 'written meanwhile'")
    const thread = readAhead({ opening, ids: [id] }, reader)
    expect(thread?.take(id)?.title).toBe('written meanwhile')
    thread?.close()
    harness.close()
    expect(readdirSync(join(file, '..'))).toEqual(['opencode.db'])
  })
})

describe('what the thread cannot give has to be read without it', () => {
  /** What a thread of other code gives of the first session. */
  const takenFrom = (code: string): unknown => {
    const file = join(freshFolder(), 'reader.mjs')
    writeFileSync(file, code)
    const opening = openingOf(recorded('opencode.db'))
    const thread = readAhead({ opening, ids: ['ses_a', 'ses_b'] }, pathToFileURL(file), 300)
    const taken = ['ses_a', 'ses_b'].map((id) => thread?.take(id))
    thread?.close()
    return taken
  }

  test('of a thread that dies, throws, or says nothing', () => {
    for (const code of ['process.exit(1)', 'throw new Error("dead")', 'setInterval(() => 0, 1000)'])
      expect(takenFrom(code)).toEqual([undefined, undefined])
  })

  test('of a store that is gone, and of a session that is not the next one', () => {
    const gone = readAhead({ opening: openingOf(join(freshFolder(), 'gone.db')), ids: ['ses_a'] }, reader)
    expect(gone?.take('ses_a')).toBeUndefined()
    gone?.close()
    const opening = openingOf(recorded('opencode.db'))
    const store = openTables(DatabaseSync, opening)
    const [first = '', second = ''] = store.ids
    const thread = readAhead({ opening, ids: [first, second] }, reader)
    expect(thread?.take(second)).toBeUndefined()
    expect(thread?.take(first)).toEqual(store.read(first))
    thread?.close()
    expect(thread?.take(second)).toBeUndefined()
    store.close()
  })

  test('where there is no such thread', () => {
    const nowhere = new URL('none.js', reader)
    expect(readAhead({ opening: openingOf(recorded('opencode.db')), ids: [] }, nowhere)).toBeNull()
  })
})

/** Makes a store so large that the built program reads it ahead. */
const enlarge = (db: DatabaseSyncInstance): void => db.exec('CREATE TABLE padding AS SELECT zeroblob(5000000) AS zeros')

describe('the built program, which reads a large store ahead, reports what the sources report, which do not', () => {
  const audit = async (store: string) => {
    const temporary = freshFolder()
    const args = ['audit', '--log', recorded('decisions'), '--store', store, '--json', '--rows']
    const { status, stdout, stderr } = runBuilt(args, { env: { ...process.env, TMPDIR: temporary } })
    expect(readdirSync(temporary)).toEqual([])
    return { built: { code: status, stdout, stderr }, plain: await runTool(args) }
  }

  test('of a sound store, and of one whose harness crashed', async () => {
    const file = copyStore(1, enlarge)
    const sound = await audit(file)
    expect(sound.built).toEqual(sound.plain)
    expect(sound.built.code).toBe(0)
    const db = new DatabaseSync(file)
    db.exec("PRAGMA journal_mode = WAL; UPDATE session SET title = 'written last'")
    const crashed = join(freshFolder(), 'opencode.db')
    for (const ending of ['', '-wal']) copyFileSync(`${file}${ending}`, `${crashed}${ending}`)
    db.close()
    const { built, plain } = await audit(crashed)
    expect(built).toEqual(plain)
    expect(built.code).toBe(0)
  })

  test('of one that is damaged below its rows', async () => {
    const file = copyStore(1, enlarge)
    const bytes = readFileSync(file)
    const end = readFileSync(recorded('opencode.db')).length
    writeFileSync(file, bytes.fill(0xff, 20 * 1024, end))
    const { built, plain } = await audit(file)
    expect(built).toEqual(plain)
    expect(built.code).toBe(2)
    expect(built.stderr).toMatch(/^active-mode: .*opencode\.db cannot be read.*\n$/)
  })
})
