import type { RegistryBundle, SessionInfo } from '@active-mode/core'
import type { Decision } from '../../../../src/request/Decision.js'

export const bundle: RegistryBundle = {
  _tag: 'staged',
  digest: 'sha256:ab',
  ledger: null,
  floors: [],
  modes: [],
  broken: [],
}

/** A decision as the plugin hands it to the log. */
export const decision = (
  sessionId: string,
  messageId = 'msg_1',
  sessionInfo: SessionInfo = { _tag: 'known', sessionId, agent: 'plan' },
): Decision => ({
  at: 1_700_000_000_000,
  request: { sessionInfo, bundle, switchStream: { _tag: 'unread' } },
  posture: { _tag: 'copilot', reason: { _tag: 'agent-unbound', agent: 'plan' } },
  summary: { _tag: 'copilot', reason: { _tag: 'agent-unbound', agent: 'plan' } },
  block: null,
  messageId,
  elapsedMs: 1.5,
  requestAgent: 'plan',
  confirmed: true,
  delivered: null,
})
