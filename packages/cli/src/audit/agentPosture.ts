import { decidePosture, type PostureSummary, type RegistryBundle } from '@active-mode/core'

/** What a request of an agent is, where the agent is beyond doubt: its tag in the binding map of a registry. */
export const agentPosture = (sessionId: string, agent: string, bundle: RegistryBundle): PostureSummary['_tag'] =>
  decidePosture({ _tag: 'known', sessionId, agent }, bundle, { _tag: 'unread' })._tag

/** Whether a posture tells a session that it directs. */
export const isDirecting = (tag: PostureSummary['_tag']): boolean => tag === 'director' || tag === 'degraded'
