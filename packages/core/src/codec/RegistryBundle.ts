import * as t from 'io-ts'
import type * as Model from '../model/RegistryBundle.js'
import { missingAsNull } from './missingAsNull.js'
import { ModeBundle } from './ModeBundle.js'
import { nullable } from './nullable.js'

const Floor: t.Type<Model.Floor, unknown> = t.strict(
  { directory: t.string, schemaVersion: t.string, pluginFloor: nullable(t.string) },
  'floor',
)

export const BrokenWhy: t.Type<Model.BrokenWhy, unknown> = t.keyof({
  'no-manifest': null,
  unreadable: null,
  invalid: null,
  'too-large': null,
  vanished: null,
  staging: null,
})

const BrokenBundle: t.Type<Model.BrokenBundle, unknown> = t.strict(
  { directory: t.string, why: BrokenWhy, detail: t.string, claims: nullable(t.readonlyArray(t.string)) },
  'broken bundle',
)

export const RegistryBundle: t.Type<Model.RegistryBundle, unknown> = t.union(
  [
    t.strict({ _tag: t.literal('absent') }),
    t.strict({ _tag: t.literal('unreadable'), detail: t.string }),
    t.strict({
      _tag: t.literal('staged'),
      digest: t.string,
      ledger: missingAsNull(nullable(t.string)),
      floors: t.readonlyArray(Floor),
      modes: t.readonlyArray(ModeBundle),
      broken: t.readonlyArray(BrokenBundle),
    }),
  ],
  'absent | unreadable | staged',
)
