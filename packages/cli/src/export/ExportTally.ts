import { counted, plainText } from '../show/text.js'
import type { LogEvent } from './LogEvent.js'

/** What an export came to. */
export interface ExportTally {
  readonly decisions: number
  /** Lines without a decision, by what `audit` calls them. */
  readonly damage: ReadonlyMap<string, number>
  /** Records that the endpoint took and rejected. */
  readonly rejected: number
}

export const noTally: ExportTally = { decisions: 0, damage: new Map(), rejected: 0 }

/** Adds events that were taken. */
export const addEvents = (tally: ExportTally, events: ReadonlyArray<LogEvent>): ExportTally => {
  const damage = new Map(tally.damage)
  const names = events.flatMap(({ attributes }) => attributes['active_mode.damage'] ?? []).map(String)
  for (const name of names) damage.set(name, (damage.get(name) ?? 0) + 1)
  return { ...tally, damage, decisions: tally.decisions + events.length - names.length }
}

/** Files that were not read to their end: with what is wrong, and those whose last line has no end yet. */
export interface UnreadFiles {
  readonly unread: ReadonlyMap<string, string>
  readonly open: ReadonlySet<string>
}

/** The sentences of a tally that a person has to see also with `--quiet`. */
export const sayFaults = ({ damage, rejected }: ExportTally, { unread }: UnreadFiles): ReadonlyArray<string> => [
  ...(damage.size === 0
    ? []
    : [
        `${[...damage].map(([name, count]) => `${counted(count, 'line')} ${name}`).join(', ')}: exported as active_mode.log_damage; active-mode audit shows where`,
      ]),
  ...[...unread].map(
    ([file, why]) => `${plainText(file)} cannot be read (${plainText(why)}); make it readable and export again`,
  ),
  ...(rejected === 0
    ? []
    : [
        `the endpoint rejected ${counted(rejected, 'record')} for good; export these to a file (--file FILE) once it says why`,
      ]),
]

/** Whether something is missing at the receiver, or was missing in the log. */
export const hasFaults = ({ damage, rejected }: ExportTally, { unread }: UnreadFiles): boolean =>
  damage.size > 0 || rejected > 0 || unread.size > 0

/** How it went, in one sentence, for whoever did not ask to be left alone. */
export const sayTally = ({ decisions }: ExportTally, { open }: UnreadFiles, state: string | null): string =>
  [
    `exported ${counted(decisions, 'decision')}`,
    ...(state === null ? [] : [`how far is in ${state}`]),
    ...(open.size === 0
      ? []
      : [
          `the last line of ${counted(open.size, 'file')} has no end yet, and is exported once it has: ${[...open].slice(0, 5).map(plainText).join(', ')}`,
        ]),
  ].join('; ')
