import * as E from 'fp-ts/lib/Either.js'
import { decisionFolder } from '@active-mode/harness-adapter/library'
import type { ExitCode, Io } from '../Io.js'
import { absolutePath } from '../live/absolutePath.js'
import { Refusal } from '../live/Refusal.js'
import type { LogFolder } from '../logs/live/logFolder.js'
import { openLog } from '../logs/live/openLog.js'
import { openVault } from '../logs/live/openVault.js'
import { auditPage } from '../page/auditPage.js'
import { createPageBuilder } from '../page/createPageBuilder.js'
import { readTemplate } from '../page/live/readTemplate.js'
import { writePage } from '../page/live/writePage.js'
import { configuredOptions } from '../setup/live/configuredOptions.js'
import { isSilentHere } from '../setup/live/isSilentHere.js'
import { paintFor } from '../show/Paint.js'
import { openStore } from '../store/live/openStore.js'
import { type AuditRow, rowOf } from './AuditRow.js'
import type { Coverage, LogCoverage } from './Coverage.js'
import type { Finding } from './Finding.js'
import { auditLog } from './live/auditLog.js'
import { createProgress } from './live/progress.js'
import { notHeld, noticesOf } from './noticesOf.js'
import { parseSince } from './parseSince.js'
import { auditJson, type AuditReport } from './report/auditJson.js'
import { auditTable } from './report/auditTable.js'
import { hideHomes, mapText } from './report/hideHomes.js'
import { writeJson } from './report/writeJson.js'
import { noTally, tally } from './tally.js'

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

/** `audit`: decides the whole log again and joins it to the session store. The findings are data; nothing is changed anywhere. */
export const audit = async (io: Io, options: AuditOptions, template: URL): Promise<ExitCode> => {
  const at = (path: string | undefined): string | null => (path === undefined ? null : absolutePath(path, io))
  const isPageOut = options.html === '-'
  if (isPageOut && options.json === true) throw new Refusal('--html - and --json both want stdout; give --html a file')
  if (options.rows === true && options.json !== true)
    throw new Refusal('--rows is for --json; give both, or --html FILE to see them')
  const named = at(options.vault)
  const vault = named === null ? null : openVault(named)
  const isOwnLog = options.log === undefined
  const since = options.since === undefined ? null : sinceOf(options.since, io.now())
  const log = openLog(at(options.log) ?? ownLog(io))
  const html = isPageOut ? null : at(options.html)
  const pageTemplate = options.html === undefined ? null : readTemplate(template)
  const logged = new Set(log.groups.flatMap(({ sessionId }) => sessionId ?? []))
  const { store, found, whyNone } = await openStore(
    { store: at(options.store), export: at(options.export), isOwnLog, isLogged: (id) => logged.has(id) },
    io,
  )

  const progress = createProgress(log.bytes, io, options.quiet !== true)
  const page = pageTemplate === null ? null : createPageBuilder(options.share !== true)
  const findings: Finding[] = []
  const rows: AuditRow[] = []
  let counted = noTally(store !== null)
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
    counted = tally(counted, event)
    // People are shown so many, and the rest is counted: a log of nothing but faults must not fill the memory.
    if (event._tag === 'finding' && (options.json === true || findings.length < mostShown)) findings.push(event.finding)
    const row = options.rows === true ? rowOf(event) : null
    if (row !== null) rows.push(row)
    page?.add(event)
  }
  progress.end()
  store?.close()
  if (options.session !== undefined && counted.looked === 0)
    throw new Refusal(`session ${options.session} is neither in the log ${log.path} nor in the store; check its id`)

  const { totals } = counted
  const coverage: Coverage = { log: logCoverage(log), stores: found }
  const sinceText = since === null ? null : isoOf(since)
  const hide = options.share === true ? hideHomes(homeOf(io)) : null
  const shown = <A>(value: A): A => (hide === null ? value : mapText(value, hide))
  const report: AuditReport = shown({
    scope: {
      log: log.path,
      store: found.find(({ state }) => state === 'read')?.path ?? null,
      vault,
      session: options.session ?? null,
      since: sinceText,
    },
    coverage,
    notices: noticesOf({ coverage, totals, whyNoStore: whyNone, since: sinceText }),
    totals,
    findings,
  })

  const pageText = pageTemplate === null || page === null ? null : auditPage(pageTemplate, shown(page.data(report)))
  if (html !== null && pageText !== null) writePage(html, pageText)
  if (isPageOut) io.stdoutRaw(pageText ?? '')
  else if (options.json === true)
    writeJson(auditJson(report), options.rows === true ? rows.map(shown) : null, io.stdoutRaw)
  if (options.json !== true) {
    const text = auditTable(
      report,
      paintFor((isPageOut ? io.isTerminal.stderr : io.isTerminal.stdout) && (io.env['NO_COLOR'] ?? '') === ''),
      io.columns,
    )
    if (!isPageOut) io.stdout(text)
    else if (options.quiet !== true) io.stderr(text)
  }
  if (html !== null && options.quiet !== true) io.stderr(`the timelines are in ${html}`)
  const unmet = options.requireStore === true ? notHeld(report.notices) : null
  if (unmet === null) return findings.length === 0 ? 0 : 1
  io.stderr(`active-mode: --require-store: ${unmet.text}`)
  return 2
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

const homeOf = (io: Pick<Io, 'home'>): string | null => orNull(() => io.home)

const directoryOf = (io: Pick<Io, 'directory'>): string | null => orNull(() => io.directory)

/** `null` where this person, or this process, has none. */
const orNull = (read: () => string): string | null => {
  try {
    return read()
  } catch {
    return null
  }
}

/** The most findings that the table shows. */
const mostShown = 200

/** This person's own log, where the plugin's options in the harness's config files say. A working folder that is gone has no config. */
const ownLog = (io: Io): string => {
  const { env, home } = io
  const directory = directoryOf(io) ?? '/'
  const { decisionLog } = configuredOptions({ env, home, directory })
  if (decisionLog === false)
    throw new Refusal(
      "the option decisionLog is false in the harness's config, so there is no log; name another one with --log DIR",
    )
  return decisionFolder({ option: decisionLog, env, home, directory })
}

const sinceOf = (text: string, now: number): number => {
  const since = parseSince(text, now)
  if (E.isLeft(since)) throw new Refusal(`--since ${JSON.stringify(text)} is not a time; ${since.left}`)
  return since.right
}
