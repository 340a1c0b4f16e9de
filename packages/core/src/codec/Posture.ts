import * as t from 'io-ts'
import type * as Log from '../model/DecisionLogLine.js'
import type * as Model from '../model/Posture.js'
import { LedgerRule, Missing, Pack } from './ModeBundle.js'
import { nonEmptyArray } from './nonEmptyArray.js'
import { nullable } from './nullable.js'
import { UnresolvableReason } from './UnresolvableReason.js'

const CopilotReason: t.Type<Model.CopilotReason, unknown> = t.union(
  [t.strict({ _tag: t.literal('registry-absent') }), t.strict({ _tag: t.literal('agent-unbound'), agent: t.string })],
  'registry-absent | agent-unbound',
)

const bound = {
  mode: t.string,
  agent: t.string,
  via: t.keyof({ request: null, 'session-info': null, fallback: null }),
  digest: t.string,
}

const director = { _tag: t.literal('director'), ...bound }

const degraded = { _tag: t.literal('degraded'), ...bound, missing: nonEmptyArray(Missing) }

const Copilot = t.strict({ _tag: t.literal('copilot'), reason: CopilotReason })

const Unresolvable = t.strict({ _tag: t.literal('unresolvable'), reasons: nonEmptyArray(UnresolvableReason) })

const name = 'director | degraded | copilot | unresolvable'

export const Posture: t.Type<Model.Posture, unknown> = t.union(
  [
    t.strict({ ...director, pack: Pack, ledgerRule: LedgerRule }),
    t.strict({ ...degraded, pack: nullable(Pack), ledgerRule: nullable(LedgerRule) }),
    Copilot,
    Unresolvable,
  ],
  name,
)

export const PostureSummary: t.Type<Log.PostureSummary, unknown> = t.union(
  [t.strict(director), t.strict(degraded), Copilot, Unresolvable],
  name,
)
