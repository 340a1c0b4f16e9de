import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { DecisionLog } from '../../../../src/log/DecisionLog.js'
import { decision } from './decision.js'

export { bundle, decision } from './decision.js'

/** Machines are shared: what happens soon is waited for long. */
export const patiently = { timeout: 10_000, interval: 5 }

/** The messages of the decisions that a log folder holds whole, and the sum of those that it says were dropped. */
export const account = (folder: string): { readonly messages: ReadonlyArray<string>; readonly told: number } => {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jsonl')) : []
  const lines = files.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n')).flatMap(parse)
  return {
    messages: lines.flatMap(({ messageId }) => messageId ?? []),
    told: lines.reduce((sum, { dropped }) => sum + (dropped ?? 0), 0),
  }
}

/** A fragment of a line is no line. */
const parse = (line: string): ReadonlyArray<{ readonly messageId?: string; readonly dropped?: number }> => {
  try {
    return [JSON.parse(line)]
  } catch {
    return []
  }
}

/** Hands in one more decision and waits until it is in the folder: all that came before it was written or dropped by then. */
export const writeLast = (log: DecisionLog, folder: string, messageId = 'msg_last'): Promise<void> => {
  log.write(decision('ses_a', messageId))
  return vi.waitFor(() => {
    if (!account(folder).messages.includes(messageId)) throw new Error(`${messageId} is not there`)
  }, patiently)
}
