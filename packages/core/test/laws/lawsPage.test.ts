import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { decidePosture } from '@active-mode/core'
import { lawsOf, lawsPage } from '@active-mode/fixtures'

const root = new URL('../../../../', import.meta.url)
const laws = lawsOf(decidePosture)

/** The names of design section 3.4. */
const promised = [
  'decide_is_total',
  'decide_is_deterministic',
  'inputs_are_never_mutated',
  'director_names_a_mode_that_claims_the_agent',
  'silence_is_earned',
  'version_gap_trumps_every_agent',
  'a_stream_never_changes_a_known_posture',
  'a_request_agent_ignores_every_stream',
  'input_order_is_irrelevant',
  'wall_clock_is_invisible',
  'prose_is_invisible',
  'wrap_does_not_matter',
  'damaged_parts_never_promote',
  'unrelated_modes_are_irrelevant',
  'a_newer_switch_is_never_overruled',
  'codec_roundtrip',
]

describe('the list of laws', () => {
  test('docs/laws.md lists every law as it is', () => {
    expect(readFileSync(new URL('docs/laws.md', root), 'utf8')).toBe(lawsPage(laws))
  })

  test('the example of the page runs', () => {
    const [, example] = /```js\n([^]*?)```/.exec(lawsPage(laws)) ?? []
    const code = String(example).replace('./my-decision.js', '@active-mode/core')
    const args = ['--import', 'tsx', '--conditions=@active-mode/source', '--input-type=module', '--eval', code]
    const cwd = fileURLToPath(new URL('packages/core', root))
    expect(execFileSync(process.execPath, args, { cwd, encoding: 'utf8' })).toBe('')
  })

  test('each law has a name of its own', () => {
    expect(new Set(laws.map(({ name }) => name)).size).toBe(laws.length)
  })

  test('every promised law is there', () => {
    expect(laws.map(({ name }) => name)).toEqual(expect.arrayContaining(promised))
  })

  test.each([...Array.from({ length: 16 }, (_, place) => place + 1), '3a' as const])('row %s has a law', (row) => {
    expect(laws.filter(({ rows }) => rows.includes(row)).map(({ name }) => name)).not.toEqual([])
  })
})
