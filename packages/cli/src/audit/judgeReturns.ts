import { isDirecting, postureOf, type RegistryBundle } from '@active-mode/core'
import type { StoreSession, StoreTurn, ToolCall } from '../store/StoreSession.js'
import type { AuditEvent, UncheckedReturn } from './AuditEvent.js'
import type { AuditPorts } from './AuditPorts.js'
import { hasConventionalLedgers } from './judgeCompactions.js'
import { turnsMadeHere } from './TurnIndex.js'

/** What a call shows of a director that has to read its ledger again. */
type Shown = 'nothing' | 'read-again' | 'acted' | 'not-told'

/** The harness's own tools that only look. A ledger has to be found before it can be read. */
const looking: ReadonlySet<string> = new Set(['read', 'glob', 'grep', 'list', 'ls'])

const shownBy = ({ tool, isDone, path, hasInput, namesLedger }: ToolCall): Shown => {
  if (!isDone) return 'nothing'
  if (!hasInput) return 'not-told'
  if (tool === 'read') return path === null ? 'not-told' : namesLedger ? 'read-again' : 'nothing'
  if (looking.has(tool)) return 'nothing'
  // A shell command that names the ledger may print it.
  return namesLedger && (tool === 'bash' || tool === 'shell') ? 'read-again' : 'acted'
}

/**
 * The directors of a session that came out of a compaction and called a tool that does something before they read their ledger again, in
 * the first turn after it: what comes later follows a prompt, and nobody here reads what it asked for. Only calls that the store has to
 * their end count. Where ledgers have no form that can be told, or calls are stored without what they were given, it is not checked.
 */
export function* judgeReturns(
  session: StoreSession,
  from: number,
  registryAt: (ms: number) => string | null,
  callsOf: (messageId: string) => ReadonlyArray<ToolCall>,
  { registryOf }: AuditPorts,
): Generator<AuditEvent> {
  for (const { compaction, steps } of returnsOf(turnsMadeHere(session, from))) {
    const registry = registryAt(compaction.createdAt)
    const stored = registry === null ? null : registryOf(registry)
    if (stored?._tag !== 'found' || steps.length === 0 || !steps.every((step) => isOfDirector(step, stored.bundle)))
      continue
    const calls = steps.flatMap((step) => callsOf(step.id).map((call) => ({ step, call, shows: shownBy(call) })))
    const decisive = calls.find(({ shows }) => shows !== 'nothing')
    if (decisive === undefined || decisive.shows === 'read-again') continue
    const { step, call, shows } = decisive
    const why: UncheckedReturn | null = !hasConventionalLedgers(stored.bundle)
      ? 'ledger-form'
      : shows === 'not-told'
        ? 'call-input'
        : null
    yield why !== null
      ? { _tag: 'unchecked-return', why }
      : {
          _tag: 'finding',
          finding: {
            id: 'acted-before-ledger',
            sessionId: session.id,
            messageId: (step.isStep ? step.id : step.answers) ?? step.id,
            at: new Date(step.createdAt).toISOString(),
            place: null,
            evidence: { agent: step.agent, tool: call.tool, answer: step.id, compaction: compaction.id },
          },
        }
  }
}

interface Return {
  readonly compaction: StoreTurn
  /** The answers of the first turn after it. */
  readonly steps: ReadonlyArray<StoreTurn>
}

const returnsOf = (turns: ReadonlyArray<StoreTurn>): ReadonlyArray<Return> =>
  turns.flatMap((compaction, place) => {
    if (compaction.kind !== 'compaction' || compaction.isOpen || !compaction.reachedModel) return []
    const rest = turns.slice(place + 1)
    const first = rest.findIndex(({ kind, reachedModel }) => kind === 'compaction' || reachedModel)
    const answers = rest[first]?.answers
    const behind = first < 0 ? [] : rest.slice(first)
    const end = behind.findIndex((turn) => turn.kind === 'compaction' || turn.answers !== answers)
    return [{ compaction, steps: end < 0 ? behind : behind.slice(0, end) }]
  })

const isOfDirector = ({ agent }: StoreTurn, bundle: RegistryBundle): boolean =>
  agent !== null && isDirecting(postureOf(bundle)(agent))
