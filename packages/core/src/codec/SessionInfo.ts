import * as t from 'io-ts'
import type * as Model from '../model/SessionInfo.js'
import { integer } from './integer.js'
import { milliseconds } from './milliseconds.js'
import { nullable } from './nullable.js'

export const SessionInfoFailure: t.Type<Model.SessionInfoFailure, unknown> = t.union(
  [
    t.strict({ _tag: t.literal('no-client') }),
    t.strict({ _tag: t.literal('call-failed'), status: nullable(integer), code: t.string }),
    t.strict({ _tag: t.literal('timed-out'), afterMs: milliseconds }),
    t.strict({ _tag: t.literal('no-agent') }),
    t.strict({ _tag: t.literal('malformed'), paths: t.readonlyArray(t.string) }),
  ],
  'no-client | call-failed | timed-out | no-agent | malformed',
)

export const SessionInfo: t.Type<Model.SessionInfo, unknown> = t.union(
  [
    t.strict({ _tag: t.literal('request'), sessionId: t.string, agent: t.string }),
    t.strict({ _tag: t.literal('known'), sessionId: t.string, agent: t.string }),
    t.strict({ _tag: t.literal('unknown'), sessionId: t.string, failure: SessionInfoFailure }),
  ],
  'request | known | unknown',
)
