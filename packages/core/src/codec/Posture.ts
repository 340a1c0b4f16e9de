import * as t from 'io-ts'
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
  via: t.keyof({ 'session-info': null, fallback: null }),
  digest: t.string,
}

export const Posture: t.Type<Model.Posture, unknown> = t.union(
  [
    t.strict({ _tag: t.literal('director'), ...bound, pack: Pack, ledgerRule: LedgerRule }),
    t.strict({
      _tag: t.literal('degraded'),
      ...bound,
      pack: nullable(Pack),
      ledgerRule: nullable(LedgerRule),
      missing: nonEmptyArray(Missing),
    }),
    t.strict({ _tag: t.literal('copilot'), reason: CopilotReason }),
    t.strict({ _tag: t.literal('unresolvable'), reasons: nonEmptyArray(UnresolvableReason) }),
  ],
  'director | degraded | copilot | unresolvable',
)
