import { isNonEmpty } from 'fp-ts/lib/Array.js'
import * as t from 'io-ts'
import { optional, tableOf, unused } from './Form.js'
import { AgentId, FileName, Slug } from './names.js'

/*
 * The three TOML files of a registry, one description each. Decoding, faults for doctor and unknown keys all come from it,
 * and it can be walked at run time by the tags of io-ts and of `Form.ts`. The order of the keys is that of the format;
 * faults come in it.
 */

const Text = t.refinement(t.string, (text) => text.trim() !== '', 'a non-empty string')

const AnyText = t.refinement(t.string, () => true, 'a string')

const tables = <C extends t.Mixed>(item: C): t.ArrayC<C> => t.array(item, 'an array of tables')

const atLeastOne = <C extends t.Mixed>(item: C, name: string) =>
  t.refinement(tables(item), isNonEmpty, `an array of at least one ${name}`)

/** `mode.toml`. What a reader does with a manifest that is not of this form is decided in `manifest.ts`. */
export const ManifestForm = tableOf(
  {
    schema_version: AnyText,
    mode: Slug,
    agent: AgentId,
    card: FileName,
    pack: FileName,
    protocol_skills: unused(t.array(t.string)),
    roles: unused(tables(tableOf({ name: t.string, path: t.string }))),
    handoff_seeds: unused(tables(tableOf({ kind: t.string, schema: t.string }))),
    consumer_floors: tableOf({
      doctor: unused(t.string),
      plugin: AnyText,
      stager: unused(t.string),
      tests: unused(t.string),
    }),
  },
  'mode.toml',
)

const Gate = tableOf({ name: Text, kind: Text, owner: Text, procedure: unused(t.string) })

const Phase = tableOf({
  name: Text,
  roles: optional(t.array(Text, 'an array of strings')),
  gates: atLeastOne(Gate, 'gate'),
})

/** `pack.toml`. A phase without gates is one whose gates were misspelt or lost: a director must not read it as a phase that nothing holds back. */
export const PackForm = tableOf(
  {
    closing_artifact: optional(AnyText),
    phases: atLeastOne(Phase, 'phase'),
    handoffs: optional(tables(tableOf({ kind: Text, target: Text }))),
  },
  'pack.toml',
)

const OneLine = t.refinement(
  t.string,
  (text) => text.trim() !== '' && !/[\n\v\f\r\u0085\u2028\u2029]/.test(text),
  'one line of text',
)

const ModeName = t.refinement(t.string, (text) => text !== '', 'the name of a mode')

/** `active-mode.toml`: the sentence that says where the ledgers lie, and former agent ids with their modes. */
export const RegistryFileForm = tableOf(
  { ledger: optional(OneLine), aliases: optional(t.record(AgentId, ModeName, 'a table')) },
  'active-mode.toml',
)
