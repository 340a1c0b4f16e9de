import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { describe, expect, test } from 'vitest'
import { faultsIn, showFault, unknownKeys } from '../../../../src/registry/format/Form.js'
import { ManifestForm, PackForm, RegistryFileForm } from '../../../../src/registry/format/forms.js'
import { parseToml, type TomlTable } from '../../../../src/registry/format/toml.js'

const tableOf = (text: string): TomlTable => {
  const table = parseToml(text)
  if (E.isLeft(table)) throw new Error(table.left.reason)
  return table.right
}

const pathsOf = (form: t.Mixed, text: string) => faultsIn(form, tableOf(text)).map(showFault)

/** Every key of a form, found by nothing but the tags of its codecs. */
const keysBelow = (form: unknown, path = ''): ReadonlyArray<string> =>
  form instanceof t.InterfaceType
    ? Object.entries<unknown>(form.props).flatMap(([key, inner]) => [
        `${path}${key}`,
        ...keysBelow(inner, `${path}${key}.`),
      ])
    : typeof form === 'object' && form !== null && 'type' in form
      ? keysBelow(form.type, path)
      : []

describe('the form of a TOML file', () => {
  test('tells all faults at once, in the order of the format', () => {
    expect(
      pathsOf(PackForm, 'closing_artifact = 1\nhandoffs = [{ kind = "a" }]\nphases = [{ roles = [1] }]\n'),
    ).toEqual([
      '`closing_artifact` is not a string',
      '`phases[0].name` is not a non-empty string',
      '`phases[0].roles[0]` is not a non-empty string',
      '`phases[0].gates` is not an array of at least one gate',
      '`handoffs[0].target` is not a non-empty string',
    ])
  })

  test('takes a date for no table', () => {
    expect(pathsOf(PackForm, 'phases = [2026-08-14]')).toEqual(['`phases[0]` is not a table'])
    expect(unknownKeys(PackForm, tableOf('phases = [2026-08-14]'))).toEqual([])
  })

  test('accepts anything under a key that nobody reads, and still knows what is inside', () => {
    const text = 'protocol_skills = 7\nroles = [{ name = 1, paht = "x" }]\n'
    expect(faultsIn(ManifestForm, tableOf(text)).map(({ path }) => path)).not.toContain('roles')
    expect(unknownKeys(ManifestForm, tableOf(text))).toEqual(['roles[0].paht'])
  })

  test('knows no key of the prototype', () => {
    expect(unknownKeys(RegistryFileForm, tableOf('__proto__ = { ledger = "x" }\nconstructor = 1\n'))).toEqual([
      '__proto__',
      'constructor',
    ])
  })

  test('can be walked at run time', () => {
    expect(keysBelow(ManifestForm)).toEqual([
      ...['schema_version', 'mode', 'agent', 'card', 'pack', 'protocol_skills', 'roles', 'roles.name', 'roles.path'],
      ...['handoff_seeds', 'handoff_seeds.kind', 'handoff_seeds.schema', 'consumer_floors', 'consumer_floors.doctor'],
      ...['consumer_floors.plugin', 'consumer_floors.stager', 'consumer_floors.tests'],
    ])
    expect(keysBelow(PackForm)).toContain('phases.gates.procedure')
    expect(keysBelow(RegistryFileForm)).toEqual(['ledger', 'aliases'])
  })
})
