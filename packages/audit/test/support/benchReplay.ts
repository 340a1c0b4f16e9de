import { decodeDecisionLogLine, type DecisionLogEntry, decodeRegistryBundle, encodeDecisionLogLine, encodeRegistryBundle, type RegistryBundle } from '@active-mode/core'
import * as E from 'fp-ts/lib/Either.js'
import { replay } from '../../src/step/replay.js'
import { entryOf, threeModes } from './generateLog.js'

export interface ReplayBench {
  readonly decisions: number
  /** Decisions decided again and compared with the record, a second of one core; the median of the rounds. */
  readonly perSecond: number
}

const agents = ['ship', 'plan', 'quartermaster', 'explore', 'ship', 'build']

/** Replays `count` decisions, each decoded from a line of its own as it is when it comes from a log, `rounds` times after a first one. */
export const benchReplay = async (count = 50_000, rounds = 7): Promise<ReplayBench> => {
  const bundle = await threeModes()
  const lines = Array.from({ length: count }, (_, turn) => decoded(entryOf({ id: 'ses_bench', at: turn * 1000, turn: turn % 9999, agent: agents[turn % agents.length] ?? 'ship', registry: 'a', bundle })))
  const registries = new Map([['a', reread(bundle)]])
  const rates = Array.from({ length: rounds + 1 }, () => {
    const before = process.cpuUsage()
    const { drifts, undecidable } = replay(lines, registries)
    const { user, system } = process.cpuUsage(before)
    if (drifts + undecidable > 0) throw new Error(`${drifts} drifts and ${undecidable} undecidable lines in a log that has none`)
    return lines.length / ((user + system) / 1e6)
  })
  return { decisions: count, perSecond: Math.round(rates.slice(1).toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0) }
}

const decoded = (entry: DecisionLogEntry): DecisionLogEntry => {
  const line = decodeDecisionLogLine(JSON.parse(JSON.stringify(encodeDecisionLogLine(entry))))
  if (E.isLeft(line) || 'dropped' in line.right) throw new Error('a generated line does not decode')
  return line.right
}

const reread = (bundle: RegistryBundle): RegistryBundle => {
  const read = decodeRegistryBundle(JSON.parse(JSON.stringify(encodeRegistryBundle(bundle))))
  if (E.isLeft(read)) throw new Error('a registry does not decode')
  return read.right
}
