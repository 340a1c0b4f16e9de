import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import type { LogRecordExporter } from '@opentelemetry/sdk-logs'
import { type ExitCode, type Io, Refusal } from '../../Io.js'
import { openLog } from '../../logs/live/LogFolder.js'
import { ownLog } from '../../logs/live/ownLog.js'
import { sinceOf } from '../../logs/sinceOf.js'
import { counted, plainText, sayError } from '../../show/text.js'
import { addEvents, hasFaults, noTally, sayFaults, sayTally } from '../ExportTally.js'
import { parseEndpoint } from '../parseEndpoint.js'
import { createEmitter } from './createEmitter.js'
import { exportOnce, type Pass } from './exportOnce.js'
import { httpExporter, isRefused, sayExportError, type Verdict } from './httpExporter.js'
import { fileSink, lineExporter, stdoutSink, StreamClosed } from './lineExporter.js'
import { readState, writeState } from './stateFile.js'
import { pause, untilStopped, watchFolder } from './watchFolder.js'

export interface ExportOptions {
  readonly log?: string | undefined
  readonly file?: string | undefined
  readonly endpoint?: string | undefined
  readonly state?: string | undefined
  readonly since?: string | undefined
  readonly follow?: boolean | undefined
  readonly quiet?: boolean | undefined
}

/** Between two looks at a log that nobody told to have changed, in milliseconds. */
const lookMs = 2000

/** Before a batch is sent again that its retries could not bring through, in milliseconds. */
const againMs = 5000

/** Between two savings of the positions, in milliseconds. What was sent since the last is sent again after a crash. */
const saveMs = 1000

/** `export`: the decision log as OpenTelemetry log records, to stdout, a file or an endpoint. The log is not changed. */
export const runExport = async (io: Io, options: ExportOptions): Promise<ExitCode> => {
  const since = options.since === undefined ? Number.NEGATIVE_INFINITY : sinceOf(options.since, io.now())
  const isFollowing = options.follow === true
  const folder = options.log === undefined ? ownLog(io) : io.absolute(options.log)
  // A harness that is watched from its start on has no file yet.
  if (!isFollowing || !existsSync(folder)) openLog(folder)

  let tally = noTally
  const said = new Set<string>()
  const sayOnce = (sentence: string): void => {
    if (!said.has(sentence)) io.stderr(`active-mode: ${sentence}`)
    said.add(sentence)
  }
  const target = openTarget(io, options, ({ rejected, message }) => {
    tally = { ...tally, rejected: tally.rejected + rejected }
    sayOnce(`${options.endpoint ?? ''} took a batch and says: ${plainText(message).slice(0, 500)}`)
  })
  const { to } = target
  const statePath = options.state === undefined ? defaultState(folder, to) : io.absolute(options.state)
  const known = statePath === null ? new Map() : readState(statePath, to).files
  const done = new Map(target.isEmpty ? [] : known)
  let savedAt = io.now()
  const save = (): void => {
    if (statePath !== null) writeState(statePath, { to, files: done })
    savedAt = io.now()
  }

  const unread = new Map<string, string>()
  const open = new Set<string>()
  const emitter = createEmitter(target.exporter, target.exportMs)
  const stop = isFollowing ? untilStopped() : null
  const pass: Pass = {
    emitter,
    since,
    signal: stop?.signal ?? null,
    watch: {
      begun: (file) => open.delete(file),
      unread: (file, why) => unread.set(file, why),
      open: (file) => open.add(file),
    },
    taken: (events) => {
      tally = addEvents(tally, events)
      if (io.now() - savedAt >= saveMs) save()
    },
  }
  const progress = { folder, done, looked: new Map<string, string>() }
  const folderWatch = stop === null ? null : watchFolder(folder, stop.signal)
  try {
    // So that a state that cannot be written is said before anything is sent.
    save()
    for (;;) {
      const failure = await exportOnce(progress, pass)
      if (failure instanceof StreamClosed) break
      if (failure !== null && (stop === null || target.isFile || isRefused(failure)))
        throw new Refusal(
          `${to} did not take a batch (${plainText(sayExportError(failure))}); ${counted(tally.decisions, 'decision')} were exported before. When that is mended, the same command goes on from there`,
        )
      if (stop === null || stop.signal.aborted) break
      if (failure !== null) {
        sayOnce(
          `${to} did not take a batch (${plainText(sayExportError(failure))}); it is sent again until it is taken`,
        )
        await pause(againMs, stop.signal)
      } else {
        save()
        await folderWatch?.wait(lookMs)
      }
      if (stop.signal.aborted && failure !== null) break
    }
  } finally {
    folderWatch?.close()
    stop?.release()
    await emitter.end()
    save()
  }
  const files = { unread, open }
  for (const sentence of sayFaults(tally, files)) io.stderr(`active-mode: ${sentence}`)
  if (options.quiet !== true && (statePath !== null || open.size > 0)) io.stderr(sayTally(tally, files, statePath))
  return hasFaults(tally, files) ? 1 : 0
}

interface Target {
  /** The address, the path, or `-` for stdout. */
  readonly to: string
  readonly exporter: LogRecordExporter
  /** The longest that a batch takes, in milliseconds. */
  readonly exportMs: number
  readonly isFile: boolean
  /** Whether nothing can have been exported to it yet, whatever a state says. */
  readonly isEmpty: boolean
}

/** A file or stream takes a batch at once, or it hangs; then no time makes that better. Milliseconds. */
const noLimit = 2 ** 29

const openTarget = (io: Io, { file, endpoint }: ExportOptions, tell: (verdict: Verdict) => void): Target => {
  if (endpoint !== undefined) {
    const url = parseEndpoint(endpoint)
    if (E.isLeft(url)) throw new Refusal(`--endpoint ${JSON.stringify(endpoint)} ${url.left}`)
    return { to: url.right, ...httpExporter(url.right, tell), isFile: false, isEmpty: false }
  }
  if (file === undefined)
    return { to: '-', exporter: lineExporter(stdoutSink(io)), exportMs: noLimit, isFile: true, isEmpty: false }
  const path = io.absolute(file)
  try {
    const isEmpty = (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0
    return { to: path, exporter: lineExporter(fileSink(path)), exportMs: noLimit, isFile: true, isEmpty }
  } catch (error) {
    throw new Refusal(`${path} cannot be written (${sayError(error)}); give another file with --file FILE`)
  }
}

/** Beside the log's folder, one for each place that is exported to; none for stdout, which gets everything each time. */
const defaultState = (folder: string, to: string): string | null =>
  to === '-' ? null : join(dirname(folder), `export-${createHash('sha256').update(to).digest('hex').slice(0, 8)}.json`)
