/*
 * Runs in a process of its own, on the runtime that is being looked at: hands decisions to logs and ends the process as the
 * harness ends a one-shot run, with `process.exit`, so many turns of the event loop later. Its argument is an `EndPlan`.
 */
import { setImmediate } from 'node:timers/promises'
import { createDecisionLog } from '../../../src/log/live/createDecisionLog.js'
import { decision } from './support/decision.js'
import type { EndPlan } from './support/EndPlan.js'

const { folder, logs, decisions, held, turns, version, listens } = JSON.parse(process.argv[2] ?? '{}') as EndPlan

const settings = {
  folder,
  harness: () => (version === null ? new Promise<string | null>(() => undefined) : Promise.resolve(version)),
  now: Date.now,
  refused: () => (listens ? Promise.resolve(true) : new Promise<boolean>(() => undefined)),
}
const created = Array.from({ length: logs }, () => createDecisionLog(settings))
const sessions = ['ses_a', 'ses_b', 'ses_c']
for (let n = 0; n < decisions; n += 1)
  created[n % logs]?.write(decision(sessions[n % sessions.length] ?? '', `msg_${n}`))
for (let n = 0; n < held; n += 1)
  created[n % logs]?.hold({ ...decision('ses_a', `msg_held_${n}`), requestAgent: null, confirmed: null })
for (let n = 0; n < turns; n += 1) await setImmediate()
process.stdout.write(`${process.versions['bun'] === undefined ? 'node' : 'bun'} ${process.listenerCount('exit')}\n`)
process.exit(0)
