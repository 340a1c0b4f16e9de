import * as t from 'io-ts'
import type * as Key from '../model/MonotonicKey.js'
import type * as Model from '../model/SwitchStream.js'
import { integer } from './integer.js'
import { nullable } from './nullable.js'

const MonotonicKey: t.Type<Key.MonotonicKey, unknown> = t.union(
  [t.strict({ _tag: t.literal('seq'), value: integer }), t.strict({ _tag: t.literal('message-id'), value: t.string })],
  'seq | message-id',
)

const AgentRecord: t.Type<Model.AgentRecord, unknown> = t.strict(
  {
    kind: t.keyof({ user: null, assistant: null, compaction: null, 'agent-switched': null }),
    agent: t.string,
    key: MonotonicKey,
    answers: nullable(MonotonicKey),
  },
  'agent record',
)

export const SwitchStream: t.Type<Model.SwitchStream, unknown> = t.union(
  [
    t.strict({ _tag: t.literal('unread') }),
    t.strict({ _tag: t.literal('unavailable'), detail: t.string }),
    t.strict({ _tag: t.literal('records'), store: t.string, records: t.readonlyArray(AgentRecord) }),
  ],
  'unread | unavailable | records',
)
