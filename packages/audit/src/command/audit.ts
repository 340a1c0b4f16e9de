import * as E from 'fp-ts/lib/Either.js'
import { resolve } from 'node:path'
import { decisionFolder } from '@active-mode/harness-adapter/library'
import { auditLog } from '../live/auditLog.js'
import { isSilentHere } from '../live/isSilentHere.js'
import { openLog } from '../live/openLog.js'
import { openStore } from '../live/openStore.js'
import { openVault } from '../live/openVault.js'
import { createProgress } from '../live/progress.js'
import { readTemplate } from '../live/readTemplate.js'
import { Refusal } from '../live/Refusal.js'
import { writePage } from '../live/writePage.js'
import type { Finding } from '../model/Finding.js'
import type { ExitCode, Io } from '../port/Io.js'
import { auditJson, type AuditScope } from '../report/auditJson.js'
import { auditPage } from '../report/auditPage.js'
import { auditTable } from '../report/auditTable.js'
import { createPageBuilder } from '../report/createPageBuilder.js'
import { paintFor } from '../report/Paint.js'
import { noTotals, tally } from '../step/tally.js'
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
  const at = (path: string | undefined): string | null => (path === undefined ? null : resolve(io.directory, path))
  const named = at(options.vault)
  const vault = named === null ? null : openVault(named)
  const isOwnLog = options.log === undefined
  const log = openLog(at(options.log) ?? decisionFolder({ option: null, ...io }))
  const html = at(options.html)
  const pageTemplate = html === null ? null : readTemplate(template)
  const since = options.since === undefined ? null : sinceOf(options.since, io.now())
  const { store, path } = await openStore({ store: at(options.store), export: at(options.export), isOwnLog, isQuiet: options.quiet === true }, io)
  const scope: AuditScope = { log: log.path, store: path, vault, session: options.session ?? null, since: since === null ? null : new Date(since).toISOString() }

  const progress = createProgress(log.bytes, io, options.quiet !== true)
  const page = pageTemplate === null ? null : createPageBuilder()
  const findings: Array<Finding> = []
  let totals = noTotals
  const events = auditLog({
    log,
    store,
    session: options.session ?? null,
    since: since ?? Number.NEGATIVE_INFINITY,
    vault,
    // Of the registry of another machine nothing is known here.
    isSilent: isOwnLog && store !== null && (await isSilentHere(io)),
    sawBytes: progress.sawBytes,
  })
  for (const event of events) {
    totals = tally(totals, event)
    // People are shown so many, and the rest is counted: a log of nothing but faults must not fill the memory.
    if (event._tag === 'finding' && (options.json === true || findings.length < mostShown)) findings.push(event.finding)
    page?.add(event)
  }
  progress.end()
  store?.close()
  if (options.session !== undefined && totals.sessions === 0) throw new Refusal(`session ${options.session} is neither in the log ${log.path} nor in the store; check its id`)

  if (html !== null && pageTemplate !== null && page !== null) writePage(html, auditPage(pageTemplate, page.data(scope, totals)))
  if (options.json === true) io.stdout(JSON.stringify(auditJson(scope, totals, findings), null, 2))
  else io.stdout(auditTable(totals, findings, paintFor(io.isTerminal.stdout && (io.env['NO_COLOR'] ?? '') === '')))
  if (html !== null && options.quiet !== true) io.stderr(`the timelines are in ${html}`)
  return findings.length === 0 ? 0 : 1
}

/** The most findings that the table shows. */
const mostShown = 200

const sinceOf = (text: string, now: number): number => {
  const since = parseSince(text, now)
  if (E.isLeft(since)) throw new Refusal(`--since ${JSON.stringify(text)} is no time; ${since.left}`)
  return since.right
}
