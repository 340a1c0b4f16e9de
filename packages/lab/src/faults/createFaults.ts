import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { bundlePlugin } from '../plugins/bundlePlugin.js'
import type { ClientCall, FaultRule } from '../plugins/faults.js'

/** Faults of the harness's client that cannot be provoked otherwise, made by an earlier plugin that stands in its transport. */
export interface Faults {
  /** The plugin, for `bootHarness`. It must be loaded before the one under test. */
  readonly plugin: { readonly name: string; readonly source: string }
  readonly set: (rules: ReadonlyArray<FaultRule>) => void
  /** The calls of the client since the last look, its log lines left out. */
  readonly calls: () => ReadonlyArray<ClientCall>
  /** Hands over the late answers of a ticket; resolves when at least one arrived. */
  readonly release: (ticket: string) => Promise<void>
}

/** Prepares faults that are switched through two files with the given stem. */
export const createFaults = (stem: string, rules: ReadonlyArray<FaultRule> = []): Faults => {
  const rulesFile = `${stem}.rules.json`
  const callsFile = `${stem}.calls.jsonl`
  writeFileSync(rulesFile, JSON.stringify(rules))
  writeFileSync(callsFile, '')
  return {
    plugin: { name: 'faults', source: bundlePlugin('faults', { stem, rulesFile, callsFile }) },
    set: (changed) => {
      // The plugin reads the file at any time, so it is never seen half written.
      writeFileSync(`${rulesFile}.new`, JSON.stringify(changed))
      renameSync(`${rulesFile}.new`, rulesFile)
    },
    calls: () => {
      const lines = existsSync(callsFile) ? readFileSync(callsFile, 'utf8').split('\n').filter(Boolean) : []
      writeFileSync(callsFile, '')
      return lines.map((line): ClientCall => JSON.parse(line)).filter(({ path }) => path !== '/log')
    },
    release: async (ticket) => {
      writeFileSync(`${stem}.${ticket}.released`, '')
      const end = Date.now() + 20_000
      while (!existsSync(`${stem}.${ticket}.arrived`)) {
        if (Date.now() > end) throw new Error(`no late answer of ticket ${ticket} was waiting`)
        await setTimeout(10)
      }
    },
  }
}
