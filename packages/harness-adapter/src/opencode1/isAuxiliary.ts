import { modesClaiming, type RegistryBundle } from '@active-mode/core'
import type { Deadline } from '../request/deadline.js'
import { isRefused, type OwnAgent } from './decodeAnswer.js'
import type { Ports } from './Ports.js'

/** The signs of a request that the harness makes for itself. */
export interface RequestSigns {
  readonly system: ReadonlyArray<unknown>
  /** The prompts of the harness's own agents that no mode claims. */
  readonly ownPrompts: ReadonlyArray<string>
  /** Whether this session's compaction was announced, and is neither over nor followed by a turn. */
  readonly compacting: boolean
  /** Whether the harness refuses the session's id and never prepared a message list for it: then a fork made the id up. */
  readonly madeUp: boolean
}

/** The harness puts its environment section into the system text of every turn, and into no other. */
export const hasEnvironment = (system: ReadonlyArray<unknown>): boolean =>
  system.some((entry) => typeof entry === 'string' && entry.includes('<env>'))

/**
 * Whether a request is auxiliary: the environment section is missing, and the text holds the prompt of one of the harness's own agents
 * or a compaction was announced, or the session is none. Both halves are needed, so that a turn is never taken for one (design 6).
 */
export const isAuxiliary = ({ system, ownPrompts, compacting, madeUp }: RequestSigns): boolean =>
  !hasEnvironment(system) &&
  (compacting || madeUp || ownPrompts.some((prompt) => prompt.trim() !== '' && textOf(system).includes(prompt)))

const textOf = (system: ReadonlyArray<unknown>): string =>
  system.filter((entry) => typeof entry === 'string').join('\n')

/** A request that may be auxiliary. Its session's state is looked at when it is needed, since asking takes time. */
export interface Suspect {
  readonly sessionId: string
  readonly system: ReadonlyArray<unknown>
  readonly bundle: RegistryBundle
  readonly isCompacting: () => boolean
  /** Whether a message list of this session was prepared, or may have been. */
  readonly isPrepared: () => boolean
}

/** Asks the harness for the signs that only it can give: its own agents and, where no messages were prepared, the session. */
export const askWhetherAuxiliary = async (
  { agents, session }: Pick<Ports, 'agents' | 'session'>,
  { sessionId, system, bundle, isCompacting, isPrepared }: Suspect,
  deadline: Deadline,
): Promise<boolean> => {
  const ms = (): number => Math.min(deadline.ms / 2, deadline.left())
  const own: ReadonlyArray<OwnAgent> = (await agents.own(ms())) ?? []
  const ownPrompts = own.filter(({ name }) => !isClaimed(bundle, name)).map(({ prompt }) => prompt)
  const signs = { system, ownPrompts, compacting: isCompacting() }
  if (isAuxiliary({ ...signs, madeUp: false })) return true
  return !isPrepared() && isAuxiliary({ ...signs, madeUp: isRefused(await session.info(sessionId, ms())) })
}

/** Whether a mode, or a broken bundle, is known to claim an agent. Such an agent is never the harness's own. */
export const isClaimed = (bundle: RegistryBundle, agent: string): boolean =>
  bundle._tag === 'staged' &&
  (modesClaiming(agent)(bundle).length > 0 || bundle.broken.some(({ claims }) => claims?.includes(agent) === true))
