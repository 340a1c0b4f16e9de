import * as t from 'io-ts'
import type * as Model from '../model/UnresolvableReason.js'
import { BrokenWhy } from './RegistryBundle.js'
import { SessionInfoFailure } from './SessionInfo.js'

const DeclineWhy: t.Type<Model.DeclineWhy, unknown> = t.union(
  [
    t.strict({ _tag: t.literal('switch-newer'), from: t.string, to: t.string }),
    t.strict({ _tag: t.literal('keys-not-comparable') }),
    t.strict({ _tag: t.literal('compaction') }),
  ],
  'switch-newer | keys-not-comparable | compaction',
)

const FailedWhy: t.Type<Model.FailedWhy, unknown> = t.union(
  [
    t.strict({ _tag: t.literal('stream-unread') }),
    t.strict({ _tag: t.literal('stream-unavailable'), detail: t.string }),
    t.strict({ _tag: t.literal('no-assistant-record') }),
  ],
  'stream-unread | stream-unavailable | no-assistant-record',
)

const Fallback: t.Type<Model.SessionInfoFailed['fallback'], unknown> = t.union(
  [t.strict({ _tag: t.literal('declined'), why: DeclineWhy }), t.strict({ _tag: t.literal('failed'), why: FailedWhy })],
  'declined | failed',
)

export const UnresolvableReason: t.Type<Model.UnresolvableReason, unknown> = t.union(
  [
    t.strict({ _tag: t.literal('registry-unreadable'), detail: t.string }),
    t.strict({
      _tag: t.literal('version-gap'),
      directory: t.string,
      what: t.keyof({ floor: null, schema: null }),
      needs: t.string,
      supports: t.string,
    }),
    t.strict({
      _tag: t.literal('map-incomplete'),
      agent: t.string,
      broken: t.readonlyArray(t.strict({ directory: t.string, why: BrokenWhy })),
    }),
    t.strict({ _tag: t.literal('ambiguous-binding'), agent: t.string, modes: t.readonlyArray(t.string) }),
    t.strict({ _tag: t.literal('evidence-conflict'), sessionAgent: t.string, recordAgent: t.string }),
    t.strict({ _tag: t.literal('session-info-failed'), failure: SessionInfoFailure, fallback: Fallback }),
  ],
  'a reason',
)
