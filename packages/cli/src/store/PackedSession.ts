import type { StoreSession, StoreTurn } from './StoreSession.js'

/**
 * A session in a few large pieces, as it goes from one thread to another: to copy its turns one by one would cost more than to read them.
 * `unpackSession` makes the same session of it.
 */
export interface PackedSession extends Pick<StoreSession, 'id' | 'parentId' | 'title' | 'folder' | 'createdAt'> {
  /** As JSON, what is not of every turn: `PackedRest`. */
  readonly rest: string
  /** The ids of the turns and of what they answer, one behind another. */
  readonly ids: string
  /** When each turn was made, in milliseconds since the epoch. */
  readonly times: Float64Array<ArrayBuffer>
  /** Of each turn so many numbers as `width` says: the length of its id, that of what it answers, the place of its agent, its flags. */
  readonly marks: Int32Array<ArrayBuffer>
}

interface PackedRest extends Pick<StoreSession, 'switches' | 'unreadable'> {
  /** The agents of the turns, each once. */
  readonly agents: ReadonlyArray<string>
  /** The ledgers of a turn that has some, by its place. */
  readonly ledgers: ReadonlyArray<readonly [place: number, ledgers: ReadonlyArray<string>]>
}

const width = 4

/** Instead of a length or a place: there is none, or it is that of the turn before. */
const none = -1
const asBefore = -2

const flags = { isStep: 1, isCopy: 2, isCompaction: 4, isOpen: 8, reachedModel: 16 } as const

export const packSession = (session: StoreSession): PackedSession => {
  const { id, parentId, title, folder, createdAt, turns, switches, unreadable } = session
  const ids: string[] = []
  const agents = new Map<string, number>()
  const ledgers: (readonly [number, ReadonlyArray<string>])[] = []
  const times = new Float64Array(turns.length)
  const marks = new Int32Array(turns.length * width)
  const placeOf = (agent: string): number => {
    const place = agents.get(agent) ?? agents.size
    agents.set(agent, place)
    return place
  }
  let before: string | null = null
  turns.forEach((turn, place) => {
    const { answers, agent } = turn
    ids.push(turn.id)
    if (answers !== null && answers !== before) ids.push(answers)
    times[place] = turn.createdAt
    const at = place * width
    marks[at] = turn.id.length
    marks[at + 1] = answers === null ? none : answers === before ? asBefore : answers.length
    marks[at + 2] = agent === null ? none : placeOf(agent)
    marks[at + 3] = flagsOf(turn)
    if (turn.ledgers.length > 0) ledgers.push([place, turn.ledgers])
    before = answers
  })
  const rest: PackedRest = { switches, unreadable, agents: [...agents.keys()], ledgers }
  return { id, parentId, title, folder, createdAt, rest: JSON.stringify(rest), ids: ids.join(''), times, marks }
}

const flagsOf = ({ isStep, isCopy, kind, isOpen, reachedModel }: StoreTurn): number =>
  (isStep ? flags.isStep : 0) |
  (isCopy ? flags.isCopy : 0) |
  (kind === 'compaction' ? flags.isCompaction : 0) |
  (isOpen ? flags.isOpen : 0) |
  (reachedModel ? flags.reachedModel : 0)

const noLedgers: ReadonlyArray<string> = []

export const unpackSession = (packed: PackedSession): StoreSession => {
  const { id, parentId, title, folder, createdAt, ids, times, marks } = packed
  const { switches, unreadable, agents, ledgers } = JSON.parse(packed.rest) as PackedRest
  const named = new Map(ledgers)
  const turns: StoreTurn[] = []
  let at = 0
  let answers: string | null = null
  const cut = (length: number): string => ids.slice(at, (at += length))
  for (let place = 0; place < times.length; place += 1) {
    const mark = (which: number): number => marks[place * width + which] ?? 0
    const own = cut(mark(0))
    const [length, agent, flag] = [mark(1), mark(2), mark(3)]
    if (length !== asBefore) answers = length === none ? null : cut(length)
    turns.push({
      id: own,
      answers,
      isStep: (flag & flags.isStep) !== 0,
      isCopy: (flag & flags.isCopy) !== 0,
      kind: (flag & flags.isCompaction) === 0 ? 'turn' : 'compaction',
      agent: agents[agent] ?? null,
      createdAt: times[place] ?? 0,
      isOpen: (flag & flags.isOpen) !== 0,
      reachedModel: (flag & flags.reachedModel) !== 0,
      ledgers: named.get(place) ?? noLedgers,
    })
  }
  return { id, parentId, title, folder, createdAt, turns, switches, unreadable }
}
