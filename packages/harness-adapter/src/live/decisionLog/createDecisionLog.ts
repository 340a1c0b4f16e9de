import { groupBy } from 'fp-ts/lib/NonEmptyArray.js'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { encodeDecisionLogLine } from '@active-mode/core'
import type { Decision } from '../../log/Decision.js'
import { entryOf } from '../../log/entryOf.js'
import { sessionFile } from '../../log/sessionFile.js'
import type { DecisionLog } from '../../port/DecisionLog.js'
import { appendLines } from './appendLines.js'
import { fileBytes, mostWaiting } from './limits.js'
import { prune } from './prune.js'
import { createRegistryNamer, registriesIn, storeRegistry } from './storeRegistry.js'

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
  let dropped = 0
  let sincePruned = fileBytes

  const writeFile = async (file: string, decisions: ReadonlyArray<Decision>): Promise<void> => {
    try {
      for (const { request } of decisions) {
        const registry = nameRegistry(request.bundle)
        if (stored.has(registry.sha256)) continue
        await storeRegistry(folder, registry, now())
        stored.add(registry.sha256)
      }
      // A harness whose session info names no agent is too old to know the question, and passes it on to its web app.
      const version = decisions.some(({ request }) => request.sessionInfo._tag === 'known') ? await harness() : null
      const lines = [
        ...(dropped === 0 ? [] : [{ v: 1, at: new Date(now()).toISOString(), dropped } as const]),
        ...decisions.map((decision) => entryOf(decision, { harness: version, registry: nameRegistry(decision.request.bundle).sha256, sha256 })),
      ].map((line) => JSON.stringify(encodeDecisionLogLine(line)))
      await appendLines(join(folder, file), lines, now())
      dropped = 0
      sincePruned += lines.reduce((bytes, line) => bytes + line.length, 0)
    } catch {
      dropped += decisions.length
    }
  }

  const writeBatch = async (): Promise<void> => {
    const batch = waiting
    waiting = []
    const byFile = groupBy((decision: Decision) => sessionFile(decision.request.sessionInfo.sessionId))(batch)
    for (const [file, decisions] of Object.entries(byFile)) await writeFile(file, decisions)
    if (sincePruned < fileBytes) return
    sincePruned = 0
    stored.clear()
    await prune([folder, registriesIn(folder)], now())
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

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
