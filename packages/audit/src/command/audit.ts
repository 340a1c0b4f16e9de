import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { decisionFolder } from '@active-mode/harness-adapter/library'
import { auditLog } from '../live/auditLog.js'
import { type LogFolder, openLogFolder } from '../live/logFolder.js'
import { openDatabase } from '../live/openDatabase.js'
import { openExport } from '../live/openExport.js'
import { createProgress } from '../live/progress.js'
import { Refusal } from '../live/Refusal.js'
import type { SessionStore } from '../live/SessionStore.js'
import type { Finding } from '../model/Finding.js'
import { auditJson, type AuditScope } from '../report/auditJson.js'
import { auditPage } from '../report/auditPage.js'
import { auditTable } from '../report/auditTable.js'
import { createPageBuilder } from '../report/createPageBuilder.js'
import { paintFor } from '../report/Paint.js'
import { noTotals, tally } from '../step/tally.js'
import type { ExitCode, Io } from './Io.js'
import { parseSince } from './parseSince.js'

export interface AuditOptions {
  readonly log?: string | undefined
  readonly store?: string | undefined
  readonly export?: string | undefined
  readonly session?: string | undefined
  readonly since?: string | undefined
  readonly vault?: string | undefined
  readonly json?: boolean | undefined
  readonly html?: string | undefined
  readonly quiet?: boolean | undefined
}

/** `audit`: decides the whole log again and joins it to the session store. The findings are data; nothing is changed anywhere. */
export const audit = async (io: Io, options: AuditOptions, template: URL): Promise<ExitCode> => {
  const at = (path: string): string => resolve(io.directory, path)
  const vault = options.vault === undefined ? null : at(options.vault)
  if (vault !== null && !existsSync(vault)) throw new Refusal(`${vault} is not there; --vault names the folder that holds sessions/`)
  const log = openLog(options.log === undefined ? decisionFolder({ option: null, ...io }) : at(options.log))
  const pageTemplate = options.html === undefined ? null : readTemplate(template)
  const since = options.since === undefined ? null : parseSince(options.since, io.now())
  const { store, path } = await openStore(io, options, at)
  const scope: AuditScope = { log: log.path, store: path, vault, session: options.session ?? null, since: since === null ? null : new Date(since).toISOString() }

  const progress = createProgress(log.bytes, io, options.quiet !== true)
  const page = pageTemplate === null ? null : createPageBuilder()
  const findings: Array<Finding> = []
  let totals = noTotals
  for (const event of auditLog({ log, store, session: options.session ?? null, since: since ?? Number.NEGATIVE_INFINITY, vault, sawBytes: progress.sawBytes })) {
    totals = tally(totals, event)
    // People are shown so many, and the rest is counted: a log of nothing but faults must not fill the memory.
    if (event._tag === 'finding' && (options.json === true || findings.length < mostShown)) findings.push(event.finding)
    page?.add(event)
  }
  progress.end()
  store?.close()
  if (options.session !== undefined && totals.sessions === 0) throw new Refusal(`session ${options.session} is neither in the log ${log.path} nor in the store; check its id`)

  if (pageTemplate !== null && page !== null && options.html !== undefined) writePage(at(options.html), auditPage(pageTemplate, page.data(scope, totals)))
  if (options.json === true) io.stdout(JSON.stringify(auditJson(scope, totals, findings), null, 2))
  else io.stdout(auditTable(totals, findings, paintFor(io.isTerminal.stdout && !isSet(io.env['NO_COLOR']))))
  if (options.html !== undefined && options.quiet !== true) io.stderr(`the timelines are in ${at(options.html)}`)
  return findings.length === 0 ? 0 : 1
}

/** The most findings that the table shows. */
const mostShown = 200

const isSet = (value: string | undefined): boolean => value !== undefined && value !== ''

const openLog = (path: string): LogFolder => {
  const log = ((): LogFolder | null => {
    try {
      return openLogFolder(path)
    } catch {
      return null
    }
  })()
  if (log === null) throw new Refusal(`${path} cannot be read as a decision log; name the folder with --log DIR (the plugin's option decisionLog says where it is)`)
  if (log.groups.length === 0) throw new Refusal(`${path} holds no decisions; name another folder with --log DIR, or check the plugin with: active-mode doctor`)
  return log
}

const readTemplate = (template: URL): string => {
  try {
    return readFileSync(template, 'utf8')
  } catch {
    throw new Refusal(`the page's template ${template.pathname} is missing; make it with: npm run build`)
  }
}

const writePage = (path: string, html: string): void => {
  try {
    writeFileSync(path, html)
  } catch (error) {
    throw new Refusal(`${path} cannot be written (${error instanceof Error ? error.message : String(error)}); give --html another path`)
  }
}

interface OpenedStore {
  readonly store: SessionStore | null
  readonly path: string | null
}

/** The store that was named; of this person's own log, where none was named, this person's own store, if it can be read. */
const openStore = async (io: Io, { log, store, export: exported, quiet }: AuditOptions, at: (path: string) => string): Promise<OpenedStore> => {
  if (store !== undefined) return { store: await openDatabase(at(store)), path: at(store) }
  if (exported !== undefined) return { store: openExport(at(exported)), path: at(exported) }
  const data = io.env['XDG_DATA_HOME']
  const own = join(isSet(data) && data !== undefined ? data : join(io.home, '.local', 'share'), 'opencode', 'opencode.db')
  if (log !== undefined || !existsSync(own)) return { store: null, path: null }
  try {
    return { store: await openDatabase(own), path: own }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (quiet !== true) io.stderr(`the log is audited without the session store: ${error.message}`)
    return { store: null, path: null }
  }
}
