import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { copyRecording, readLogLines, writeLines } from '../../support/copyRecording.js'
import { recorded, runTool, type ToolRun } from '../../support/runTool.js'

interface Report {
  readonly scope: { readonly store: string | null }
  readonly totals: {
    readonly sessions: number
    readonly decisions: number
    readonly storeTurns: number | null
    readonly turnsHeld: number | null
    readonly turnsNotHeld: Readonly<Record<string, number>> | null
  }
  readonly coverage: {
    readonly log: { readonly files: number; readonly emptyFiles: number }
    readonly stores: ReadonlyArray<{ readonly path: string; readonly state: string }>
  }
  readonly notices: ReadonlyArray<{ readonly id: string; readonly text: string }>
  readonly findings: ReadonlyArray<{ readonly id: string; readonly place: { readonly file: string } | null }>
}

const onRecorded = ['audit', '--log', recorded('decisions')]

const scratch = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'active-mode-coverage-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A person's home with the recorded log in it, and no store yet, or the recorded one. */
const homeWithLog = (store: string | null = null) => {
  const home = scratch()
  const data = join(home, '.local', 'share', 'opencode')
  const log = join(home, '.local', 'state', 'active-mode', 'decisions')
  mkdirSync(data, { recursive: true })
  cpSync(recorded('decisions'), log, { recursive: true })
  if (store !== null) copyFileSync(recorded('opencode.db'), join(data, store))
  const audit = (args: ReadonlyArray<string> = [], env: NodeJS.ProcessEnv = {}): Promise<ToolRun> =>
    runTool(['audit', ...args], { home, directory: home, env })
  const report = async (args: ReadonlyArray<string> = [], env: NodeJS.ProcessEnv = {}): Promise<Report> =>
    JSON.parse((await audit([...args, '--json'], env)).stdout) as Report
  return { home, data, log, audit, report }
}

const sessionFiles = (log: string): ReadonlyArray<string> =>
  readdirSync(log)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(log, name))

const ids = ({ notices }: Report): ReadonlyArray<string> => notices.map(({ id }) => id)

/** The recorded store with sessions of other ids, as another harness would have it. */
const foreignStore = (file: string): void => {
  copyFileSync(recorded('opencode.db'), file)
  const db = new DatabaseSync(file)
  db.exec('PRAGMA foreign_keys = OFF')
  for (const [table, column] of Object.entries({ session: 'id', message: 'session_id', part: 'session_id' }))
    db.exec(`UPDATE ${table} SET ${column} = ${column} || 'x'`)
  db.close()
}

describe('a store that was not read is never an empty store', () => {
  test('where there is none, each form of the report says that none was read and where was looked', async () => {
    const { audit, report, data } = homeWithLog()
    for (const quiet of [[], ['--quiet']]) {
      const { code, stdout } = await audit(quiet)
      expect(code).toBe(0)
      expect(stdout).toContain('session store was not read')
      expect(stdout).toContain(data)
      expect(stdout).not.toMatch(/\b0 turns/)
    }
    const json = await report()
    expect(json.totals).toMatchObject({ storeTurns: null, turnsHeld: null, compactions: null })
    expect(ids(json)).toEqual(['store-not-read'])
    const { code, stderr, stdout } = await audit(['--require-store'])
    expect(code).toBe(2)
    expect(stdout).toContain('20 decisions')
    expect(stderr).toMatch(/^active-mode: --require-store: .*not read.*\n$/)
  })

  test('where the log of another person is named and no store with it', async () => {
    const { stdout } = await runTool(onRecorded)
    expect(stdout).toContain('session store was not read')
    expect(stdout).toContain('--store FILE')
  })
})

describe('the store is found by the name that the harness gives it', () => {
  test.each<[string, string, NodeJS.ProcessEnv]>([
    ['the usual one', 'opencode.db', {}],
    ["a channel's own", 'opencode-local.db', {}],
    ["a channel's own, with a dot in its name", 'opencode-dev.2.db', {}],
    ['the one that OPENCODE_DB names below the data folder', 'mine.db', { OPENCODE_DB: 'mine.db' }],
  ])('%s', async (_, name, env) => {
    const { data, report } = homeWithLog(name)
    const json = await report(['--require-store'], env)
    expect(json.scope.store).toBe(join(data, name))
    expect(json.totals.storeTurns).toBeGreaterThan(20)
    expect(ids(json)).toEqual([])
  })

  test('the one that OPENCODE_DB names anywhere', async () => {
    const { report } = homeWithLog('opencode.db')
    const store = join(scratch(), 'x.sqlite')
    copyFileSync(recorded('opencode.db'), store)
    expect((await report([], { OPENCODE_DB: store })).scope.store).toBe(store)
  })

  test('in memory there is none, whatever lies in the data folder', async () => {
    const { report } = homeWithLog('opencode.db')
    const json = await report([], { OPENCODE_DB: ':memory:' })
    expect(ids(json)).toEqual(['store-not-read'])
    expect(json.notices[0]?.text).toContain(':memory:')
  })

  test("of several the one that knows the log's sessions is read, and the others are named", async () => {
    const { report, data } = homeWithLog()
    foreignStore(join(data, 'opencode.db'))
    copyFileSync(recorded('opencode.db'), join(data, 'opencode-beta.db'))
    const json = await report(['--require-store'])
    expect(json.scope.store).toBe(join(data, 'opencode-beta.db'))
    expect(json.findings).toEqual([])
    expect(json.coverage.stores).toMatchObject([
      { path: join(data, 'opencode-beta.db'), state: 'read' },
      { path: join(data, 'opencode.db'), state: 'passed-over' },
    ])
    expect(ids(json)).toEqual(['store-passed-over'])
  })

  test("a fork's own is found where that fork keeps it", async () => {
    const { report, home } = homeWithLog()
    const folder = join(home, '.local', 'share', 'kilo')
    mkdirSync(folder)
    copyFileSync(recorded('opencode.db'), join(folder, 'kilo.db'))
    expect((await report(['--require-store'])).scope.store).toBe(join(folder, 'kilo.db'))
  })

  test("a left-over store that knows none of the log's sessions is said to be one", async () => {
    const { data, report, audit, log } = homeWithLog()
    foreignStore(join(data, 'opencode.db'))
    // The log goes on for a day after the store was last written to.
    const later = (at: string): string => new Date(Date.parse(at) + 86_400_000).toISOString()
    for (const file of sessionFiles(log))
      writeLines(
        file,
        readLogLines(file).map((line) => ({ ...line, at: later(line.at as string) })),
      )
    const json = await report()
    expect(ids(json)).toEqual(['store-shares-no-session'])
    expect(json.notices[0]?.text).toMatch(/left over/)
    expect((await audit(['--quiet'])).stdout).toContain('left over')
    expect((await audit(['--require-store'])).code).toBe(2)
  })

  test('sessions that the store no longer has are counted', async () => {
    const { data, report } = homeWithLog('opencode.db')
    const db = new DatabaseSync(join(data, 'opencode.db'))
    db.exec('PRAGMA foreign_keys = OFF')
    db.exec('DELETE FROM session WHERE id = (SELECT max(id) FROM session)')
    db.close()
    expect(ids(await report(['--require-store']))).toEqual(['sessions-not-in-store'])
  })
})

describe('a store in a folder where nothing can be written', () => {
  const bin = fileURLToPath(new URL('../../../bin/active-mode.js', import.meta.url))
  const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  /** Runs the built tool as somebody who may not write there: root may everywhere. */
  const audit = (store: string) =>
    spawnSync(process.execPath, [bin, ...onRecorded, '--store', store, '--json'], { encoding: 'utf8', ...nobody })

  /** How many turns the built tool reads in a store, without a word on stderr. */
  const turnsIn = (store: string): number | null => {
    const { status, stdout, stderr } = audit(store)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    return (JSON.parse(stdout) as Report).totals.storeTurns
  }

  const copyAll = (names: ReadonlyArray<string>, from: string, to: string, before = ''): void =>
    names.forEach((name) => copyFileSync(join(from, name), join(to, `${before}${name}`)))

  const lock = (folder: string): void => {
    chmodSync(folder, 0o555)
    onTestFinished(() => chmodSync(folder, 0o755))
  }

  const walStore = (): { readonly folder: string; readonly store: string; readonly db: DatabaseSyncInstance } => {
    const folder = scratch()
    const store = join(folder, 'opencode.db')
    copyFileSync(recorded('opencode.db'), store)
    const db = new DatabaseSync(store)
    db.exec('PRAGMA journal_mode = WAL')
    db.exec('PRAGMA foreign_keys = OFF')
    return { folder, store, db }
  }

  test('is read, and nothing is left behind', () => {
    const { folder, store, db } = walStore()
    db.close()
    lock(folder)
    expect(turnsIn(store)).toBeGreaterThan(20)
    expect(readdirSync(folder)).toEqual(['opencode.db'])
  })

  test('nor is anything left behind where it could be', () => {
    const { folder, store, db } = walStore()
    db.close()
    chmodSync(folder, 0o777)
    expect(audit(store).status).toBe(0)
    expect(readdirSync(folder)).toEqual(['opencode.db'])
  })

  test('is read with both side files that a harness left there when it ended', () => {
    const { folder, db } = walStore()
    db.exec("UPDATE session SET title = 'only in the log'")
    const copy = scratch()
    const names = ['opencode.db', 'opencode.db-shm', 'opencode.db-wal']
    copyAll(names, folder, copy)
    db.close()
    names.forEach((name) => chmodSync(join(copy, name), 0o444))
    lock(copy)
    expect(turnsIn(join(copy, 'opencode.db'))).toBeGreaterThan(20)
    expect(readdirSync(copy).toSorted()).toEqual(names)
  })

  test('is read with what only its write-ahead log has', () => {
    const { folder, store, db } = walStore()
    db.exec("UPDATE session SET title = 'only in the log'")
    const copy = scratch()
    const names = ['opencode.db', 'opencode.db-wal']
    copyAll(names, folder, copy)
    db.exec('DELETE FROM session')
    copyAll(names, folder, copy, 'emptied-')
    db.close()
    expect(existsSync(store)).toBe(true)
    lock(copy)
    expect(turnsIn(join(copy, 'opencode.db'))).toBeGreaterThan(20)
    expect((JSON.parse(audit(join(copy, 'emptied-opencode.db')).stdout) as Report).totals.storeTurns).toBe(0)
    expect(readdirSync(copy).toSorted()).toEqual([...names.map((name) => `emptied-${name}`), ...names])
  })
})

describe('what the log does not hold', () => {
  test.each<[string, (file: string) => void]>([
    ['a folder in place of a file', (file) => mkdirSync(file)],
    ['a link that leads nowhere', (file) => symlinkSync('/nowhere/at/all', file)],
    ['a pipe, which would hang', (file) => void spawnSync('mkfifo', [file])],
  ])('%s hides no other file and is named', async (_, make) => {
    const { log, findings, export: exported, child } = copyRecording()
    make(join(log, 'ses_aaa.jsonl'))
    expect(await findings()).toEqual(['unreadable-file'])
    // Its own session is not said to lack decisions.
    rmSync(join(log, `${child}.jsonl`))
    make(join(log, `${child}.jsonl`))
    expect(await findings()).toEqual(['unreadable-file', 'unreadable-file'])
    const { stdout, code } = await runTool(['audit', '--log', log, '--export', exported])
    expect(code).toBe(1)
    expect(stdout).toContain('19 decisions in 3 sessions')
    expect((await runTool(['audit', '--log', log, '--export', exported, '--require-store'])).code).toBe(2)
  })

  test('an empty file is no session', async () => {
    const { log } = copyRecording()
    for (const name of ['ses_aaa', 'ses_aab', 'ses_aac']) writeFileSync(join(log, `${name}.jsonl`), '')
    const { stdout } = await runTool(['audit', '--log', log])
    expect(stdout).toContain('20 decisions in 4 sessions')
    expect(stdout).toContain('3 of them empty')
  })

  test('a log of nothing but empty files says so', async () => {
    const { log, audit, report } = homeWithLog('opencode.db')
    for (const file of sessionFiles(log)) writeFileSync(file, '')
    expect(ids(await report())).toContain('log-empty')
    expect((await audit(['--quiet'])).stdout).toContain('No line of the log has a time')
    expect((await audit(['--require-store'])).code).toBe(2)
  })

  test('a --since past the last line says that nothing was in range', async () => {
    const { audit, report } = homeWithLog('opencode.db')
    expect(ids(await report(['--since', '2099-01-01']))).toEqual(['nothing-in-range'])
    const { code, stdout } = await audit(['--since', '2099-01-01', '--quiet'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/no decision since 2099-01-01T.*last line .*2026-/s)
    expect((await audit(['--since', '2099-01-01', '--require-store'])).code).toBe(2)
  })

  test('a log that is not there yet is said to be not there', async () => {
    const { code, stderr } = await runTool(['audit'], { home: scratch() })
    expect(code).toBe(2)
    expect(stderr).toMatch(/there is no decision log at .*\n$/)
    expect(stderr).not.toContain('cannot be read')
  })
})

test('the turns that were not checked against the log are counted by why', async () => {
  const { stdout } = await runTool([...onRecorded, '--store', recorded('opencode.db'), '--json'])
  const { totals } = JSON.parse(stdout) as Report
  const notHeld = Object.values(totals.turnsNotHeld ?? {}).reduce((sum, count) => sum + count, 0)
  expect((totals.turnsHeld ?? 0) + notHeld).toBe(totals.storeTurns)
  // All that a model answered has its decision: the rest are the turns that a fork copied, and refused, aborted and shell ones.
  expect(totals.turnsNotHeld).toEqual({ 'copied-by-fork': 15, 'never-answered': 3 })
  const text = (await runTool([...onRecorded, '--store', recorded('opencode.db')])).stdout
  expect(text).toMatch(/35 turns in the store: \d+ checked against the log; \d+ not: .*copied by a fork/)
})

test('an older line is not in range because a file was touched', async () => {
  const { log, director, export: exported } = copyRecording()
  utimesSync(join(log, `${director}.jsonl`), new Date('2099-01-01'), new Date('2099-01-01'))
  appendFileSync(join(log, `${director}.jsonl`), '')
  const { stdout } = await runTool(['audit', '--log', log, '--export', exported, '--since', '2098-01-01'])
  expect(stdout).toContain('no decision since')
})
