import { groupBy } from 'fp-ts/lib/NonEmptyArray.js'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { encodeDecisionLogLine, type SessionInfo } from '@active-mode/core'
import type { Decision } from '../../log/Decision.js'
import { entryOf } from '../../log/entryOf.js'
import { sessionFile } from '../../log/sessionFile.js'
import type { DecisionLog } from '../../port/DecisionLog.js'
import { appendLines } from './appendLines.js'
import { fileBytes, mostWaiting } from './limits.js'
import { ownFiles } from './ownFiles.js'
import { prune } from './prune.js'
import { sha256 } from './sha256.js'
import { createRegistryNamer, registriesIn, storeRegistry } from './storeRegistry.js'
import { tightenFiles, tightenFolder } from './tighten.js'

export interface DecisionLogSettings {
  readonly folder: string
  /** Asks for the harness's version; never rejects. */
  readonly harness: () => Promise<string | null>
  /** Wall clock, in milliseconds. */
  readonly now: () => number
}

/**
 * The decision log on disk. Decisions wait in memory and are written one batch after another; a full disk, a folder that
 * refuses or a burst costs lines, which are counted and told by the next line that can be written.
 */
export const createDecisionLog = ({ folder, harness, now }: DecisionLogSettings): DecisionLog => {
  const nameRegistry = createRegistryNamer()
  const stored = new Set<string>()
  let waiting: Array<Decision> = []
  let isWriting = false
  let hasAnswered = false
  let dropped = 0
  let sinceTidied = fileBytes

  const writeFile = async (file: string, decisions: ReadonlyArray<Decision>): Promise<void> => {
    try {
      for (const { request } of decisions) {
        const registry = nameRegistry(request.bundle)
        if (stored.has(registry.sha256)) continue
        await storeRegistry(folder, registry, now())
        stored.add(registry.sha256)
      }
      hasAnswered ||= decisions.some(({ request }) => isAnswer(request.sessionInfo))
      const version = hasAnswered ? await harness() : null
      const entries = decisions.map((decision) => entryOf(decision, { harness: version, registry: nameRegistry(decision.request.bundle).sha256, sha256 }))
      // More may be dropped while this is written, so only what the line tells is taken off the count.
      const told = dropped
      const lines = [...(told === 0 ? [] : [{ v: 1, at: new Date(now()).toISOString(), dropped: told } as const]), ...entries].map((line) =>
        JSON.stringify(encodeDecisionLogLine(line)),
      )
      const whole = await appendLines(join(folder, file), lines, now())
      const kept = Math.max(0, whole - (lines.length - entries.length))
      dropped += decisions.length - kept - (whole > 0 ? told : 0)
      sinceTidied += lines.reduce((bytes, line) => bytes + line.length, 0)
    } catch {
      dropped += decisions.length
    }
  }

  const writeBatch = async (): Promise<void> => {
    const batch = waiting
    waiting = []
    const folders = [folder, registriesIn(folder)]
    const isDue = sinceTidied >= fileBytes
    if (isDue) await Promise.all(folders.map(tightenFolder))
    const byFile = groupBy((decision: Decision) => sessionFile(decision.request.sessionInfo.sessionId))(batch)
    for (const [file, decisions] of Object.entries(byFile)) await writeFile(file, decisions)
    if (!isDue) return
    sinceTidied = 0
    stored.clear()
    const files = await ownFiles(folders)
    await tightenFiles(files)
    await prune(files, now())
  }

  /** Begins when the harness is done with what it is doing: a line costs a request nothing. */
  const drain = async (): Promise<void> => {
    isWriting = true
    await setImmediate()
    while (waiting.length > 0) await writeBatch()
    isWriting = false
  }

  return {
    write: (decision) => {
      if (waiting.length >= mostWaiting) dropped += 1
      else waiting.push(decision)
      if (!isWriting) void drain()
    },
  }
}

/**
 * Whether the harness answered the question for the session. Every recorded version that does also tells its own version
 * (`health-names-the-harness-version`); an older one does not know that question, and passes it on to a hosted web app.
 */
const isAnswer = (info: SessionInfo): boolean => info._tag !== 'unknown' || info.failure._tag === 'no-agent'
