import type { NamelessLines } from './AuditEvent.js'
import type { Coverage, Notice } from './Coverage.js'
import type { AuditTotals, UncheckedReturns } from './Totals.js'

/** What the notices follow from. */
export interface Looked {
  readonly coverage: Coverage
  readonly totals: AuditTotals
  readonly uncheckedReturns: UncheckedReturns
  /** Why no store was read; `null` where one was. */
  readonly whyNoStore: string | null
  /** ISO 8601, UTC. */
  readonly since: string | null
}

/** What was not looked at, and what was looked at and cannot have shown anything. */
export const noticesOf = ({ coverage, totals, uncheckedReturns, whyNoStore, since }: Looked): ReadonlyArray<Notice> => [
  ...ofLog(coverage, totals, since),
  ...ofStores(coverage, totals, whyNoStore),
  ...ofReturns(uncheckedReturns),
]

const ofLog = ({ log }: Coverage, { decisions }: AuditTotals, since: string | null): ReadonlyArray<Notice> => [
  ...(log.unreadFiles === 0
    ? []
    : [
        {
          id: 'log-file-unread',
          text: `${log.unreadFiles} of ${log.files} files of the log could not be read; their decisions were not checked.`,
        } as const,
      ]),
  ...(log.from === null && decisions === 0
    ? [
        {
          id: 'log-empty',
          text: `No line of the log has a time, in ${log.files} file${log.files === 1 ? '' : 's'}: there was nothing to check.`,
        } as const,
      ]
    : since !== null && decisions === 0
      ? [
          {
            id: 'nothing-in-range',
            text: `There is no decision since ${since}: nothing was checked. The last line of the log is from ${log.until ?? 'an unknown time'}.`,
          } as const,
        ]
      : []),
]

const ofStores = (
  { log, stores }: Coverage,
  { sessions, sessionsInStore, linesWithoutMessage }: AuditTotals,
  whyNoStore: string | null,
): ReadonlyArray<Notice> => {
  if (whyNoStore !== null)
    return [
      {
        id: 'store-not-read',
        text: `The session store was not read, so no turn was checked against the log: ${whyNoStore}.`,
      },
    ]
  const read = stores.filter(({ state }) => state === 'read')
  const until = read.map((store) => store.until).reduce((a, b) => (a === null || (b !== null && b > a) ? b : a), null)
  const known = sessionsInStore ?? 0
  return [
    ...stores
      .filter(({ state }) => state === 'unread')
      .map(({ path, why }): Notice => ({ id: 'store-unread', text: `The store ${path} was not read: ${why ?? ''}.` })),
    ...(sessions > 0 && known === 0
      ? [
          {
            id: 'store-shares-no-session',
            text: `The store ${read.map(({ path }) => path).join(', ')} has none of the ${sessions} sessions of the log, so no decision was checked against it${until !== null && log.from !== null && until < log.from ? `: it was last changed ${until}, before the first line of the log (${log.from}), so it is left over from before` : ''}. Give the right store with --store FILE.`,
          } as const,
        ]
      : []),
    ...stores
      .filter(({ state }) => state === 'passed-over')
      .map(({ path, sessions: count }): Notice => ({
        id: 'store-passed-over',
        text: `The store ${path} (${count ?? 0} sessions) was not checked against the log, because it has none of the log's sessions; to check it, give --store ${path}.`,
      })),
    ...(known > 0 && known < sessions
      ? [
          {
            id: 'sessions-not-in-store',
            text: `${sessions - known} of ${sessions} sessions of the log are not in the store (deleted, or of another harness); their decisions were checked again, but not against the store.`,
          } as const,
        ]
      : []),
    ...namelessLines(linesWithoutMessage ?? { byOrder: 0, toNone: 0 }),
  ]
}

const namelessLines = ({ byOrder, toNone }: NamelessLines): ReadonlyArray<Notice> =>
  byOrder + toNone === 0
    ? []
    : [
        {
          id: 'lines-without-message',
          text: `${byOrder + toNone} decision${byOrder + toNone === 1 ? ' names' : 's name'} no message: ${byOrder} matched to a step of the store by order, ${toNone} to none (requests outside of turns, such as session.generate and the cache warmer, and requests that were never sent). All were checked again.`,
        },
      ]

const ofReturns = ({ 'ledger-form': form, 'call-input': input }: UncheckedReturns): ReadonlyArray<Notice> => {
  const whys = [
    ...(form === 0 ? [] : [`of ${form} the registry names the ledger in a form that cannot be told from other files`]),
    ...(input === 0 ? [] : [`of ${input} a call is stored without what it was given`]),
  ]
  return whys.length === 0
    ? []
    : [
        {
          id: 'returns-not-checked',
          text: `After ${form + input} compaction${form + input === 1 ? '' : 's'} a director called tools, and it was not checked whether it read its ledger first: ${whys.join(', ')}.`,
        },
      ]
}

/** Notices that are no gap in what `--require-store` asks for. */
const harmless: ReadonlySet<Notice['id']> = new Set([
  'store-passed-over',
  'sessions-not-in-store',
  'lines-without-message',
  'returns-not-checked',
])

/** Why the log was not compared with the store as `--require-store` asks for; `null` where it was. */
export const notHeld = (notices: ReadonlyArray<Notice>): Notice | null =>
  notices.find(({ id }) => !harmless.has(id)) ?? null
