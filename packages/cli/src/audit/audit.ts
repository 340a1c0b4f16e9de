import type { Cli } from '../Command.js'
import { type ExitCode, Refusal } from '../Io.js'
import { keepYoungSmall } from '../live/keepYoungSmall.js'
import { readAsset } from '../live/readAsset.js'
import { type LogFolder, openLog } from '../logs/live/LogFolder.js'
import { ownLog } from '../logs/live/ownLog.js'
import { bytesRead } from '../logs/live/readLines.js'
import { sinceOf } from '../logs/sinceOf.js'
import { createPage, writePage } from '../page/live/createPage.js'
import { hasNoRegistry } from '../setup/live/configuredOptions.js'
import { paintFor } from '../show/Paint.js'
import { createProgress } from '../show/progress.js'
import { openStore } from '../store/live/openStore.js'
import { rowOf } from './AuditEvent.js'
import { auditLog } from './auditLog.js'
import type { Coverage, LogCoverage } from './Coverage.js'
import type { Finding } from './Finding.js'
import { livePorts, openVault } from './live/livePorts.js'
import { rowSpool } from './live/rowSpool.js'
import { notHeld, noticesOf } from './notices.js'
import { hideHomes, mapText } from './report/hideHomes.js'
import { type AuditReport, createJsonReport } from './report/json.js'
import { auditTable } from './report/table.js'
import { createTally } from './Totals.js'

export interface AuditOptions {
  readonly log?: string | undefined
  readonly store?: string | undefined
  readonly export?: string | undefined
  readonly session?: string | undefined
  readonly since?: string | undefined
  readonly vault?: string | undefined
  readonly json?: boolean | undefined
  readonly rows?: boolean | undefined
  readonly html?: string | undefined
  readonly share?: boolean | undefined
  readonly requireStore?: boolean | undefined
  readonly quiet?: boolean | undefined
}

/** The most findings that the table shows. */
const mostShown = 200

/** `audit`: decides the whole log again and compares it with the session store. Nothing is changed anywhere. */
export const audit = async ({ io, assets }: Cli, options: AuditOptions): Promise<ExitCode> => {
  keepYoungSmall()
  const at = (path: string | undefined): string | null => (path === undefined ? null : io.absolute(path))
  const isPageOut = options.html === '-'
  if (isPageOut && options.json === true)
    throw new Refusal('--html - and --json both write to stdout; give --html a file')
  if (options.rows === true && options.json !== true)
    throw new Refusal('--rows needs --json; give both, or --html FILE to see the rows')
  const vault = options.vault === undefined ? null : openVault(io.absolute(options.vault))
  const isOwnLog = options.log === undefined
  const since = options.since === undefined ? null : sinceOf(options.since, io.now())
  const log = openLog(at(options.log) ?? ownLog(io))
  const html = isPageOut ? null : at(options.html)
  const template = options.html === undefined ? null : readAsset(assets.page)
  const logged = new Set(log.groups.flatMap(({ sessionId }) => sessionId ?? []))
  const { store, found, whyNone } = await openStore(
    { store: at(options.store), export: at(options.export), isOwnLog, isLogged: (id) => logged.has(id) },
    io,
  )

  const progress = createProgress(log.bytes, bytesRead, io, options.quiet !== true)
  const hide = options.share === true ? hideHomes(orNull(() => io.home)) : null
  const shown = <A>(value: A): A => (hide === null ? value : mapText(value, hide))
  const page = template === null ? null : createPage({ template, withTitles: options.share !== true, shown })
  const sinceText = since === null ? null : isoOf(since)
  const scope = shown({
    log: log.path,
    store: found.find(({ state }) => state === 'read')?.path ?? null,
    vault,
    session: options.session ?? null,
    since: sinceText,
  })
  const spool = options.rows === true ? rowSpool() : null
  const json = options.json === true ? createJsonReport(scope, spool, io.stdoutRaw) : null
  const findings: Finding[] = []
  const counts = createTally(store !== null)
  try {
    const events = auditLog({
      log,
      store,
      session: options.session ?? null,
      // Of the registry of another machine nothing is known here.
      isSilent: isOwnLog && store !== null && (await hasNoRegistry(io)),
      ports: livePorts(log.path, vault, since),
    })
    for (const event of events) {
      progress.draw()
      counts.see(event)
      page?.add(event)
      if (event._tag === 'finding') {
        // The table shows so many, and the rest is counted: a log with nothing but faults must not fill the memory.
        if (findings.length < mostShown) findings.push(event.finding)
        json?.finding(shown(event.finding))
        if (json !== null) await io.stdoutWritten('')
      }
      const row = spool === null ? null : rowOf(event)
      if (row !== null) json?.row(shown(row))
    }
    progress.end()
    if (options.session !== undefined && counts.looked() === 0)
      throw new Refusal(`session ${options.session} is neither in the log ${log.path} nor in the store; check its id`)

    const totals = counts.totals()
    const coverage: Coverage = { log: logCoverage(log), stores: found }
    const report: AuditReport = {
      scope,
      ...shown({
        coverage,
        notices: noticesOf({
          coverage,
          totals,
          uncheckedReturns: counts.uncheckedReturns(),
          whyNoStore: whyNone,
          since: sinceText,
        }),
        totals,
        findings,
      }),
    }
    const pageText = page?.end(report) ?? null
    if (html !== null && pageText !== null) writePage(html, pageText)
    if (isPageOut) io.stdoutRaw(pageText ?? '')
    else await json?.end(report, () => io.stdoutWritten(''))
    if (json === null) {
      const text = auditTable(report, paintFor(io, isPageOut ? 'stderr' : 'stdout'), io.columns)
      if (!isPageOut) io.stdout(text)
      else if (options.quiet !== true) io.stderr(text)
    }
    if (html !== null && options.quiet !== true) io.stderr(`the page is ${html}`)
    const unmet = options.requireStore === true ? notHeld(report.notices) : null
    if (unmet === null) return findings.length === 0 ? 0 : 1
    io.stderr(`active-mode: --require-store: ${unmet.text}`)
    return 2
  } finally {
    spool?.close()
    store?.close()
  }
}

const logCoverage = ({ files, emptyFiles, unreadFiles, began, ended }: LogFolder): LogCoverage => ({
  files,
  emptyFiles,
  unreadFiles,
  from: isoOf(began),
  until: isoOf(ended),
})

/** `null` where nothing tells the time. */
const isoOf = (ms: number): string | null => (Number.isFinite(ms) ? new Date(ms).toISOString() : null)

/** `null` where this user, or this process, has none. */
const orNull = (read: () => string): string | null => {
  try {
    return read()
  } catch {
    return null
  }
}
