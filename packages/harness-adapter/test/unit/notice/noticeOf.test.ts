import { expect, test } from 'vitest'
import type { PostureSummary } from '@active-mode/core'
import { nearMissNotice, noticeOf, reportAfter, type Reported } from '../../../src/notice/noticeOf.js'

const director = (agent: string, digest = 'a'): PostureSummary => ({
  _tag: 'director',
  mode: 'ship',
  agent,
  via: 'session-info',
  digest,
})
const degraded: PostureSummary = {
  ...director('ship'),
  _tag: 'degraded',
  missing: [{ part: 'pack.toml', why: 'absent', detail: '' }],
} as PostureSummary
const copilot = (agent: string): PostureSummary => ({ _tag: 'copilot', reason: { _tag: 'agent-unbound', agent } })
const conflict: PostureSummary = {
  _tag: 'unresolvable',
  reasons: [{ _tag: 'evidence-conflict', sessionAgent: 'build', recordAgent: 'ship' }],
}
const unresolvable: PostureSummary = {
  _tag: 'unresolvable',
  reasons: [{ _tag: 'registry-unreadable', detail: 'EACCES' }],
}

/** What was told of a session that had these postures, one after another. */
const after = (...postures: ReadonlyArray<PostureSummary>): Reported | null =>
  postures.reduce<Reported | null>(reportAfter, null)

test.each<
  [
    string,
    PostureSummary | ReadonlyArray<PostureSummary> | null,
    PostureSummary,
    { level: string; toast: boolean } | null,
  ]
>([
  ['a first copilot says nothing', null, copilot('plan'), null],
  ['a first director is a line', null, director('ship'), { level: 'info', toast: false }],
  ['a first degraded one is noticed', null, degraded, { level: 'warn', toast: true }],
  ['a first unresolvable one is noticed', null, unresolvable, { level: 'warn', toast: true }],
  ['the same again says nothing', director('ship'), director('ship'), null],
  ['an edit of the registry is no change of posture', director('ship', 'a'), director('ship', 'b'), null],
  ['one copilot after another is a line', copilot('plan'), copilot('build'), { level: 'info', toast: false }],
  ['becoming a director is a line', copilot('plan'), director('ship'), { level: 'info', toast: false }],
  ['leaving a director posture is noticed', director('ship'), copilot('build'), { level: 'warn', toast: true }],
  ['leaving a degraded one too', degraded, copilot('build'), { level: 'warn', toast: true }],
  ['losing a part is noticed', director('ship'), degraded, { level: 'warn', toast: true }],
  ['becoming unresolvable is noticed', director('ship'), unresolvable, { level: 'warn', toast: true }],
  [
    'leaving one by way of doubt is noticed',
    [director('ship'), unresolvable, conflict],
    copilot('build'),
    { level: 'warn', toast: true },
  ],
  [
    'leaving another posture by way of doubt is a line',
    [director('ship'), copilot('build'), unresolvable],
    copilot('build'),
    { level: 'info', toast: false },
  ],
  [
    'coming back after doubt is a line',
    [director('ship'), unresolvable],
    director('ship'),
    { level: 'info', toast: false },
  ],
  ['a copilot after nothing but doubt is a line', [unresolvable], copilot('build'), { level: 'info', toast: false }],
  ['mending is a line', unresolvable, director('ship'), { level: 'info', toast: false }],
])('%s', (_, previous, next, expected) => {
  const notice = noticeOf(after(...[previous ?? []].flat()), next, { _tag: 'absent' })
  if (expected === null) expect(notice).toBeNull()
  else expect(notice).toMatchObject(expected)
})

test('leaving a director posture names both agents', () => {
  for (const told of [after(director('ship')), after(director('ship'), unresolvable)])
    expect(noticeOf(told, copilot('build'), { _tag: 'absent' })?.message).toMatch(/agent `ship`.*agent `build`/)
})

test('a near miss is pointed out, an exact match and a stranger are not', () => {
  const bundle = {
    _tag: 'staged' as const,
    digest: '',
    ledger: null,
    floors: [],
    broken: [{ directory: 'haul', why: 'invalid' as const, detail: '', claims: ['porter'] }],
    modes: [
      {
        mode: 'ship',
        agent: 'ship',
        aliases: [],
        pack: { _tag: 'missing' as const, part: '', why: 'absent' as const, detail: '' },
        ledgerRule: { _tag: 'missing' as const, part: '', why: 'absent' as const, detail: '' },
      },
    ],
  }
  const unbound = (agent: string) => ({ _tag: 'copilot' as const, reason: { _tag: 'agent-unbound' as const, agent } })
  expect(nearMissNotice(unbound('\u200bShip'), bundle, null)).toContain(
    'agent `\\u200bShip` binds no mode and gets no block; it is close to `ship`',
  )
  expect(nearMissNotice(unbound('Porter'), bundle, null)).toContain('`porter`')
  expect(nearMissNotice(unbound('plan'), bundle, null)).toBeNull()
  expect(nearMissNotice(unbound('partner'), bundle, [])).toBeNull()
  expect(nearMissNotice(unbound('portar'), bundle, ['portar', 'build'])).toContain('it is close to `porter`')
  expect(nearMissNotice(unbound('portar'), bundle, ['portar', 'porter'])).toBeNull()
  expect(nearMissNotice(unbound('portar'), bundle, null)).toBeNull()
})
