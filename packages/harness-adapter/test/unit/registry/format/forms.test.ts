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

  test('tells no fault of a table that is as it should be', () => {
    const text = '[[phases]]\nname = "a"\n[[phases.gates]]\nname = "b"\nkind = "c"\nowner = "d"\n'
    expect(faultsIn(PackForm, tableOf(text))).toEqual([])
  })

  test('guards a table with every key, and no other value', () => {
    const gates = [{ name: 'b', kind: 'c', owner: 'd', procedure: '' }]
    const phases = [{ name: 'a', roles: undefined, gates }]
    const whole = { closing_artifact: 'x', phases, handoffs: undefined }
    expect(PackForm.is(whole)).toBe(true)
    expect(PackForm.is({ ...whole, closing_artifact: 7 })).toBe(false)
    expect(PackForm.is(Object.assign(new Date(0), whole))).toBe(false)
    expect([[], null, {}].map(PackForm.is)).toEqual([false, false, false])
  })

  test('says of a fault what stands there, in which table, and which keys belong there', () => {
    const table = tableOf('[[phases]]\nnmae = "a"\nroles = [7]\n[[phases.gates]]\nname = "b"\nkind = "c"\nowner = 7\n')
    expect(faultsIn(PackForm, table)).toEqual([
      {
        path: 'phases[0].name',
        key: 'name',
        expected: 'a non-empty string',
        value: undefined,
        table: expect.objectContaining({ nmae: 'a' }) as unknown,
        known: ['name', 'roles', 'gates'],
      },
      { path: 'phases[0].roles[0]', key: '0', expected: 'a non-empty string', value: 7, table: {}, known: [] },
      {
        path: 'phases[0].gates[0].owner',
        key: 'owner',
        expected: 'a non-empty string',
        value: 7,
        table: { name: 'b', kind: 'c', owner: 7 },
        known: ['name', 'kind', 'owner', 'procedure'],
      },
    ])
  })

  test.each([
    ['aliases.old9', '[aliases]\nold9 = ""\n'],
    ['aliases.9old', '[aliases]\n9old = ""\n'],
  ])('writes the path %s as it is, since only a number is a place', (path, text) => {
    expect(pathsOf(RegistryFileForm, text)).toEqual([`\`${path}\` is not the name of a mode`])
  })

  test('accepts the name of any mode, and counts places beyond nine', () => {
    expect(pathsOf(RegistryFileForm, '[aliases]\nold = "ship"\n')).toEqual([])
    const many = `handoffs = [${'{ kind = "a", target = "b" }, '.repeat(10)}7]\n`
    expect(pathsOf(PackForm, many)).toEqual([
      '`phases` is not an array of at least one phase',
      '`handoffs[10]` is not a table',
    ])
  })

  test('takes text of nothing but space for none', () => {
    expect(pathsOf(PackForm, 'phases = [{ name = " ", gates = [{ name = "b", kind = "c", owner = "d" }] }]\n')).toEqual(
      ['`phases[0].name` is not a non-empty string'],
    )
  })

  test('knows what is inside of a key that may be left out', () => {
    expect(unknownKeys(PackForm, tableOf('handoffs = [{ kind = "a", traget = "b" }]\n'))).toEqual([
      'handoffs[0].traget',
    ])
    expect(unknownKeys(PackForm, tableOf('handoffs = 7\nphases = 7\n'))).toEqual([])
  })
})
