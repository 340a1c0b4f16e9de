import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { groupBy } from 'fp-ts/lib/NonEmptyArray.js'
import { encodeDecisionLogLine, type SessionInfo } from '@active-mode/core'
import { processEnd } from '../../environment/live/processEnd.js'
import { errorCode } from '../../registry/live/FileState.js'
import type { Decision } from '../../request/Decision.js'
import type { DecisionLog } from '../DecisionLog.js'
import { entryOf } from '../entryOf.js'
import { sessionFile } from '../format.js'
import { nextState, type WriterState } from '../WriterState.js'
import { appendAtEnd, appendLines, type Flight, landedLines } from './append.js'
import { createBacklog } from './Backlog.js'
import { ownFiles, prune, tightenFiles, tightenFolder } from './housekeeping.js'
import { fileBytes } from './limits.js'
import { type Teller, tellRefusal, tellRefusalAtEnd } from './refusals.js'
import {
  createRegistryNamer,
  type NamedRegistry,
  registriesIn,
  sha256,
  storeAtEnd,
  storeRegistry,
} from './storeRegistry.js'

export interface DecisionLogSettings {
  readonly folder: string
  /** Asks for the harness's version; never rejects. */
  readonly harness: () => Promise<string | null>
  /** Wall clock, in milliseconds. */
  readonly now: () => number
  /** Tells a person that the folder refuses: once in a process, however many logs are in it. */
  readonly refused: Teller
}

/**
 * The decision log on disk. Decisions wait in memory and are written one batch after another; what is in no file when the
 * process ends is written then. A full disk, a folder that refuses or a burst costs lines, which are counted and told by
 * the next line that can be written.
 */
export const createDecisionLog = ({ folder, harness, now, refused }: DecisionLogSettings): DecisionLog => {
  const nameRegistry = createRegistryNamer()
  const backlog = createBacklog()
  const acts = processEnd()
  let state: WriterState<Flight & Batch> = { _tag: 'idle' }
  let version: string | null = null
  let hasAnswered = false
  let sinceTidied = fileBytes

  const batchOf = (decisions: ReadonlyArray<Decision>): Batch => ({ decisions, told: backlog.dropped() })

  /** First of all a line that tells of those that were dropped, if there are any. */
  const linesOf = ({ decisions, told }: Batch): ReadonlyArray<string> =>
    [
      ...(told === 0 ? [] : [{ v: 1, at: new Date(now()).toISOString(), dropped: told } as const]),
      ...decisions.map((decision) =>
        entryOf(decision, { harness: version, registry: nameRegistry(decision.request.bundle).sha256, sha256 }),
      ),
    ].map((line) => JSON.stringify(encodeDecisionLogLine(line)))

  /** The decisions among the first so many lines of a batch are in a file. More may have been dropped meanwhile, so only what its own line tells is taken off the count. */
  const account = ({ decisions, told }: Batch, whole: number): number => {
    if (whole > 0) backlog.told(told)
    return Math.min(decisions.length, Math.max(0, told > 0 ? whole - 1 : whole))
  }

  const registriesOf = (decisions: ReadonlyArray<Decision>): ReadonlyArray<NamedRegistry> => [
    ...new Set(decisions.map(({ request }) => nameRegistry(request.bundle))),
  ]

  const writeFile = async (file: string, decisions: ReadonlyArray<Decision>): Promise<void> => {
    try {
      for (const registry of registriesOf(decisions)) await storeRegistry(folder, registry, now())
      hasAnswered ||= decisions.some(({ request }) => isAnswer(request.sessionInfo))
      if (hasAnswered) version = await harness()
      const batch = batchOf(decisions)
      const lines = linesOf(batch)
      await appendLines(join(folder, file), lines, now(), {
        begun: (begun) => {
          state = nextState(state, { _tag: 'begun', flight: { ...begun, ...batch } })
        },
        ended: (whole) => {
          state = nextState(state, { _tag: 'answered' })
          backlog.settle(decisions, account(batch, whole))
        },
      })
      sinceTidied += lines.reduce((bytes, line) => bytes + line.length, 0)
    } catch (error) {
      backlog.settle(decisions, 0)
      tellRefusal(folder, errorCode(error), refused)
    }
  }

  const writeBatch = async (): Promise<void> => {
    const folders = [folder, registriesIn(folder)]
    const isDue = sinceTidied >= fileBytes
    if (isDue) await Promise.all(folders.map(tightenFolder))
    for (const [file, decisions] of byFile(backlog.take())) await writeFile(file, decisions)
    if (!isDue) return
    sinceTidied = 0
    const files = await ownFiles(folders)
    await tightenFiles(files)
    await prune(files, now())
  }

  /** Begins when the harness is done with what it is doing: a line costs a request nothing. */
  const drain = async (): Promise<void> => {
    await setImmediate()
    while (backlog.isWaiting()) await writeBatch()
    state = nextState(state, { _tag: 'drained' })
    if (backlog.isEmpty()) acts.delete(end)
  }

  /** Writes what is in no file yet. Of a write that is under way it is seen first how much of it arrived. */
  const end = (): void => {
    if (state._tag === 'in-flight') {
      const { flight } = state
      const { decisions } = flight
      backlog.settle(decisions.slice(0, account(flight, landedLines(flight))), decisions.length)
      state = nextState(state, { _tag: 'answered' })
    }
    for (const [file, decisions] of byFile(backlog.takeAll())) {
      const batch = batchOf(decisions)
      try {
        for (const registry of registriesOf(decisions)) storeAtEnd(folder, registry)
        appendAtEnd(join(folder, file), linesOf(batch))
        backlog.told(batch.told)
      } catch (error) {
        tellRefusalAtEnd(folder, errorCode(error))
      }
    }
  }

  return {
    hold: (decision) => {
      acts.add(end)
      backlog.hold(decision)
    },
    write: (decision, held) => {
      acts.add(end)
      backlog.add(decision, held ?? null)
      const isIdle = state._tag === 'idle'
      state = nextState(state, { _tag: 'wanted' })
      if (isIdle) void drain()
    },
  }
}

/** Decisions of one file, and how many dropped ones its lines tell of. */
interface Batch {
  readonly decisions: ReadonlyArray<Decision>
  readonly told: number
}

const byFile = (
  decisions: ReadonlyArray<Decision>,
): ReadonlyArray<readonly [file: string, decisions: ReadonlyArray<Decision>]> =>
  Object.entries(
    groupBy((decision: Decision) => sessionFile(decision.request.sessionInfo.sessionId))(decisions.slice()),
  )

/**
 * Whether the harness answered the question for the session. Every recorded version that does also tells its own version
 * (`health-names-the-harness-version`); an older one does not know that question, and passes it on to a hosted web app.
 */
const isAnswer = (info: SessionInfo): boolean => info._tag !== 'unknown' || info.failure._tag === 'no-agent'
