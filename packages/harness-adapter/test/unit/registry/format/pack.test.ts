import { describe, expect, test } from 'vitest'
import type { FileContent } from '../../../../src/registry/format/FileContent.js'
import { decodePackFile } from '../../../../src/registry/format/pack.js'

const read = (text: string) =>
  decodePackFile('pack.toml', () => ({ _tag: 'bytes', bytes: new TextEncoder().encode(text) }))

const phase = '[[phases]]\nname = "move"\nroles = ["carrier"]\n'
const gate = '[[phases.gates]]\nname = "way-back"\nkind = "human"\nowner = "owner"\nprocedure = "Show it once."\n'

describe('decodePackFile', () => {
  test('reads phases, gates, the closing artifact and handoffs', () => {
    expect(
      read(
        `closing_artifact = "signed manifest"\n${phase}${gate}[[handoffs]]\nkind = "open_question"\ntarget = "explore"\n`,
      ).part,
    ).toEqual({
      _tag: 'present',
      value: {
        closingArtifact: 'signed manifest',
        phases: [{ name: 'move', roles: ['carrier'], gates: [{ name: 'way-back', kind: 'human', owner: 'owner' }] }],
        handoffs: [{ kind: 'open_question', target: 'explore' }],
      },
    })
  })

  test('reads array tables after a filled inline table, and inline phases', () => {
    const inline =
      'meta = { a = 1 }\nphases = [{ name = "move", gates = [{ name = "way-back", kind = "human", owner = "owner" }] }]\n[[handoffs]]\nkind = "a"\ntarget = "b"\n'
    expect(read(inline).part).toMatchObject({ value: { closingArtifact: null, phases: [{ name: 'move', roles: [] }] } })
  })

  test.each([
    ['empty', 'no phases', 'closing_artifact = "x"\n'],
    ['empty', 'an empty file', ''],
    ['empty', 'white space', '\n \n'],
    ['invalid', 'a phase without gates', phase],
    ['invalid', 'gates under a misspelt key', `${phase}${gate.replace('gates', 'gate')}`],
    ['invalid', 'a phase without a name', `[[phases]]\n${gate}`],
    ['invalid', 'a gate without an owner', `${phase}${gate.replace('owner = "owner"\n', '')}`],
    ['invalid', 'a gate of no kind', `${phase}${gate.replace('"human"', '""')}`],
    ['invalid', 'phases that are no tables', 'phases = ["move"]\n'],
    ['invalid', 'phases that are one table', '[phases]\nname = "move"\n'],
    ['invalid', 'a role that is no string', `${phase.replace('"carrier"', '1')}${gate}`],
    ['invalid', 'a closing artifact that is no string', `closing_artifact = 7\n${phase}${gate}`],
    ['invalid', 'a handoff without a target', `${phase}${gate}[[handoffs]]\nkind = "a"\n`],
    ['invalid', 'no TOML', `${phase}${gate}???`],
    ['invalid', 'NUL bytes', '\0'.repeat(4096)],
    ['invalid', 'UTF-16', '\0p\0h'],
  ] as const)('is %s for a pack with %s', (why, _, text) => {
    expect(read(text).part).toMatchObject({ _tag: 'missing', part: 'pack.toml', why })
  })

  test('names the place of what is wrong, not what it says', () => {
    expect(read(`${phase}${gate}[[phases.gates]]\nname = "hunter2"\nkind = 4\nowner = "x"\n`).part).toMatchObject({
      detail: 'pack.toml: `phases[0].gates[1].kind` is not a non-empty string',
    })
  })

  test.each(['absent', 'unreadable', 'too-large'] as const)(
    'is missing for a file that is %s, by the name the manifest gives it',
    (why) => {
      const content: FileContent = { _tag: 'failed', why, detail: 'EACCES' }
      expect(decodePackFile('gates.toml', () => content).part).toEqual({
        _tag: 'missing',
        part: 'pack.toml',
        why,
        detail: 'gates.toml: EACCES',
      })
    },
  )

  test('is absent where the manifest names none', () => {
    expect(decodePackFile(null, () => ({ _tag: 'failed', why: 'absent', detail: '' })).part).toMatchObject({
      why: 'absent',
    })
  })

  test('names keys that have no effect', () => {
    expect(read(`closing_artefact = "x"\n${phase}${gate}own3r = "y"\n`).unknownKeys).toEqual([
      'pack.toml: closing_artefact',
      'pack.toml: phases[0].gates[0].own3r',
    ])
  })

  test.each([
    ['the pack has no phases', 'closing_artifact = "x"\n'],
    ['the pack has no phases', 'phases = []\n'],
    ['the file is empty', ''],
    ['`phases` is not an array of tables', 'phases = 7\n'],
    ['`closing_artifact` is not a string', 'closing_artifact = 7\n'],
    ['`phases[0].gates` is not an array of at least one gate', phase],
    ['`phases[0].name` is not a non-empty string', `[[phases]]\n${gate}`],
    ['`phases[0].roles` is not an array of strings', `${phase.replace('["carrier"]', '7')}${gate}`],
    ['`handoffs` is not an array of tables', `handoffs = 7\n${phase}${gate}`],
  ])('says what is wrong in one sentence: %s', (detail, text) => {
    expect(read(text).part).toMatchObject({ _tag: 'missing', detail: `pack.toml: ${detail}` })
  })

  test('says so where the manifest names none, and knows no keys then', () => {
    expect(decodePackFile(null, () => ({ _tag: 'failed', why: 'absent', detail: '' }))).toEqual({
      part: { _tag: 'missing', part: 'pack.toml', why: 'absent', detail: 'mode.toml: `pack` is missing' },
      unknownKeys: [],
    })
  })

  test.each([
    ['missing', ''],
    ['empty', 'closing_artifact = ""\n'],
    ['blank', 'closing_artifact = " "\n'],
  ])('has no closing artifact where it is %s', (_, line) => {
    expect(read(`${line}${phase}${gate}`).part).toMatchObject({
      value: { closingArtifact: null, phases: [{ roles: ['carrier'] }], handoffs: [] },
    })
  })
})
