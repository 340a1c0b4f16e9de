import * as t from 'io-ts'
import type * as Model from '../model/ModeBundle.js'
import type * as PartModel from '../model/Part.js'
import { nonEmptyArray } from './nonEmptyArray.js'
import { nullable } from './nullable.js'

const missingFields = {
  part: t.string,
  why: t.keyof({ absent: null, unreadable: null, invalid: null, empty: null, 'too-large': null }),
  detail: t.string,
}

export const Missing: t.Type<PartModel.Missing, unknown> = t.strict(missingFields, 'missing part')

const part = <A>(value: t.Type<A, unknown>): t.Type<PartModel.Part<A>, unknown> =>
  t.union(
    [t.strict({ _tag: t.literal('present'), value }), t.strict({ _tag: t.literal('missing'), ...missingFields })],
    'present | missing',
  )

const Phase: t.Type<Model.Phase, unknown> = t.strict(
  {
    name: t.string,
    roles: t.readonlyArray(t.string),
    gates: t.readonlyArray(t.strict({ name: t.string, kind: t.string, owner: t.string }, 'gate')),
  },
  'phase',
)

export const Pack: t.Type<Model.Pack, unknown> = t.strict(
  {
    closingArtifact: nullable(t.string),
    phases: nonEmptyArray(Phase),
    handoffs: t.readonlyArray(t.strict({ kind: t.string, target: t.string }, 'handoff')),
  },
  'pack',
)

export const LedgerRule: t.Type<Model.LedgerRule, unknown> = t.strict(
  { text: t.string, generator: t.string },
  'ledger rule',
)

export const ModeBundle: t.Type<Model.ModeBundle, unknown> = t.strict(
  {
    mode: t.string,
    agent: t.string,
    aliases: t.readonlyArray(t.string),
    pack: part(Pack),
    ledgerRule: part(LedgerRule),
  },
  'mode bundle',
)
