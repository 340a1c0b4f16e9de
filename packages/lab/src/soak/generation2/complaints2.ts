import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { quiet } from '../keepEvidence.js'
import type { Verdict } from '../Verdict.js'

interface Line {
  readonly sessionId: string
  readonly confirmed: boolean | null
  readonly delivered: boolean | null
}

/** What the plugin itself has to say of a story. */
export interface Complaints {
  /** Alarms without a cause, since nobody in the story forges or empties anything; decisions that the log lacks or says it failed. */
  readonly errors: ReadonlyArray<string>
  /** Lines of the log that nothing confirmed: requests that the harness gave up. */
  readonly unconfirmed: number
}

/** Holds the decision log and the notices against the requests that reached the model. */
export const complaints2 = async (log: string, verdicts: ReadonlyArray<Verdict>): Promise<Complaints> => {
  await quiet(log)
  const lines = jsonLines<Line>(log, /^ses_.*\.jsonl$/).filter(({ sessionId }) => sessionId !== undefined)
  const alarms = jsonLines<{ readonly level: string; readonly message: string }>(
    dirname(log),
    /^notices.*\.jsonl$/,
  ).filter(({ level }) => level === 'error')
  const served = countBySession(verdicts.filter(({ turn }) => turn).map(({ session }) => session))
  const logged = countBySession(lines.map(({ sessionId }) => sessionId))
  return {
    errors: [
      ...alarms.map(({ message }) => `a notice without a cause: ${message}`),
      ...lines
        .filter(({ confirmed, delivered }) => confirmed === false || delivered === false)
        .map((line) => `a line of the log says that it failed: ${JSON.stringify(line).slice(0, 400)}`),
      ...[...served]
        .filter(([session, count]) => (logged.get(session) ?? 0) < count)
        .map(
          ([session, count]) =>
            `session ${session} has ${logged.get(session) ?? 0} lines in the decision log, for ${count} requests`,
        ),
    ],
    unconfirmed: lines.filter(({ confirmed }) => confirmed === null).length,
  }
}

const jsonLines = <A>(folder: string, name: RegExp): ReadonlyArray<A> =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .filter((file) => name.test(file))
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean))
    .map((line) => JSON.parse(line) as A)

const countBySession = (sessions: ReadonlyArray<string>): ReadonlyMap<string, number> =>
  sessions.reduce((all, session) => all.set(session, (all.get(session) ?? 0) + 1), new Map<string, number>())
