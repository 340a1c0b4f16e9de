import { describe, expect, test } from 'vitest'
import type {
  DeclineWhy,
  Degraded,
  Director,
  FailedWhy,
  Gate,
  LedgerRule,
  NoFallback,
  Pack,
  Phase,
} from '@active-mode/core'
import type { SessionInfoFailure, StagedRegistry, UnresolvableReason, VersionGap } from '@active-mode/core'
import { ModeBundle, RegistryBundle } from '@active-mode/core'
import { renderBlock, renderDirector, renderUnresolvable } from '../../../src/block/renderBlock.js'
import { renderLedgerRule, renderPack } from '../../../src/block/renderParts.js'
import { fieldCharacters, fieldCharactersSeen, partBytes } from '../../../src/show/limits.js'
import { showReason } from '../../../src/show/showReason.js'

const many = <A>(count: number, make: (index: number) => A): [A, ...A[]] => [
  make(0),
  ...Array.from({ length: count - 1 }, (_, index) => make(index + 1)),
]

const { absent, unreadable } = RegistryBundle
const empty: StagedRegistry = { _tag: 'staged', digest: '', ledger: null, floors: [], modes: [], broken: [] }
const staged = (fields: Partial<StagedRegistry>): RegistryBundle => ({ ...empty, ...fields })

const gate = (name: string, kind = name, owner = name): Gate => ({ name, kind, owner })
const phase = (name: string, roles: Phase['roles'] = [], gates: Phase['gates'] = []): Phase => ({ name, roles, gates })
const handoff = (kind: string, target = kind) => ({ kind, target })
const pack: Pack = { closingArtifact: null, phases: [phase('shape')], handoffs: [] }

const gap = (directory: string, what: VersionGap['what'], needs: string, supports = '1'): VersionGap => ({
  _tag: 'version-gap',
  directory,
  what,
  needs,
  supports,
})

const unresolvable = (...reasons: [UnresolvableReason, ...UnresolvableReason[]]) =>
  ({ _tag: 'unresolvable', reasons }) as const

const ledgerPath = 'Ledger path: sessions/session-<YYYYMMDD>-<slug>.md in the personal vault'

const bytes = (text: string): number => Buffer.byteLength(text)
/** The bytes of lines with what ends them. */
const bytesOf = (lines: ReadonlyArray<string>): number => lines.reduce((sum, line) => sum + bytes(line) + 1, 0)

const director: Director = {
  _tag: 'director',
  mode: 'ship',
  agent: 'captain',
  via: 'fallback',
  digest: 'sha256:00',
  pack,
  ledgerRule: { text: 'x', generator: 'v1' },
}

const degraded = (change: Partial<Degraded>): Degraded => ({
  ...director,
  _tag: 'degraded',
  missing: [{ part: 'card.md', why: 'empty', detail: 'secret' }],
  ...change,
})

describe('limits', () => {
  test('are those of design 5', () => {
    expect([fieldCharacters, fieldCharactersSeen, partBytes.ledgerRule]).toEqual([200, 3200, 8192])
  })
})

describe('renderPack', () => {
  test('shows phases with a number, roles in brackets, gates with kind and owner', () => {
    const phases = [
      phase('shape', [], [gate('scope', 'mechanical', 'director')]),
      phase('build', ['builder']),
      phase('test', ['tester', 'builder'], [gate('red', 'mechanical', 'tester'), gate('ok', 'human', 'director')]),
    ] as const
    const handoffs = [handoff('seed', 'explore'), handoff('note', 'haul')]
    expect(renderPack({ closingArtifact: 'record', phases, handoffs })).toEqual([
      'Phases and gates:',
      '1. shape — gates: scope (mechanical, director)',
      '2. build [builder] — gates: ',
      '3. test [tester, builder] — gates: red (mechanical, tester); ok (human, director)',
      'Closing artifact: record',
      'Handoffs: seed → explore; note → haul',
    ])
  })

  test('says nothing of a closing artifact or of handoffs where there are none', () => {
    expect(renderPack(pack)).toEqual(['Phases and gates:', '1. shape — gates: '])
  })

  const gatesCut = /gates: (g \(k, o\); )+… 215 more gates in pack\.toml$/
  const handoffsCut = /^Handoffs: (k → t; )+… 236 more handoffs in pack\.toml$/
  test.each<[string, Partial<Pack>, number, RegExp, number]>([
    [
      'roles',
      {
        phases: [
          phase(
            'p',
            many(300, () => 'r'),
          ),
        ],
      },
      1,
      / \[(r, )+… 172 more roles in pack\.toml\]/,
      128,
    ],
    [
      'gates',
      {
        phases: [
          phase(
            'p',
            [],
            many(300, () => gate('g', 'k', 'o')),
          ),
        ],
      },
      1,
      gatesCut,
      85,
    ],
    ['handoffs', { handoffs: many(300, () => handoff('k', 't')) }, 2, handoffsCut, 64],
  ])('cuts %s with a name', (_, change, at, cut, kept) => {
    const shown = renderPack({ ...pack, ...change })[at] ?? ''
    expect(shown).toMatch(cut)
    expect(shown.match(/r, |g \(|k → /g)?.length).toBe(kept)
  })

  test('cuts phases with a name', () => {
    const lines = renderPack({ ...pack, phases: many(300, () => phase('p')) })
    const shown = lines.slice(1, -1)
    expect(shown.every((line, index) => line === `${String(index + 1)}. p — gates: `)).toBe(true)
    expect(lines.at(-1)).toBe(`… ${String(300 - shown.length)} more phases in pack.toml`)
    expect(bytesOf(shown)).toBeLessThanOrEqual(4096)
    expect(bytesOf([...shown, '000. p — gates: '])).toBeGreaterThan(4096)
  })

  test('names a cut of one in the singular', () => {
    const two = many(2, () => 'x'.repeat(200))
    const render = (change: Partial<Pack>) => renderPack({ ...pack, ...change })
    expect(render({ phases: [phase('p', two)] })[1]).toContain('… 1 more role in pack.toml]')
    const gates = two.map((name) => gate(name))
    expect(render({ phases: [phase('p', [], gates)] })[1]).toMatch(/… 1 more gate in pack\.toml$/)
    const handoffs = two.map((name) => handoff(name))
    expect(render({ handoffs })[2]).toMatch(/… 1 more handoff in pack\.toml$/)
    const phases = many(6, () =>
      phase(
        'p',
        [],
        two.map((name) => gate(name, name, '項'.repeat(90))),
      ),
    )
    expect(render({ phases }).at(-1)).toMatch(/^… 1 more phase in pack\.toml$/)
  })
})

describe('renderLedgerRule', () => {
  const render = (rule: Partial<LedgerRule>): ReadonlyArray<string> =>
    renderLedgerRule({ text: 'x', generator: 'v1', ...rule })
  const quoted = (text: string): ReadonlyArray<string> => render({ text }).slice(1)

  test('says who made the rule', () => {
    expect(render({})).toEqual(['Ledger rule (generator v1, from card.md):', '> x'])
    expect(render({ generator: '' })[0]).toBe('Ledger rule (generator (blank), from card.md):')
  })

  test('quotes line by line, whatever breaks a line', () => {
    expect(quoted('a\nb\rc\r\nd\ve\ff\u0085g\u2028h\u2029i')).toEqual([...'abcdefghi'].map((letter) => `> ${letter}`))
    expect(quoted('a\n\n\r\n b  \n')).toEqual(['> a', '>', '>', '>  b', '>'])
    expect(quoted('a\n\rb')).toEqual(['> a', '>', '> b'])
    expect(quoted('')).toEqual(['>'])
  })

  test('keeps the indent of tabs, and cleans each line', () => {
    expect(quoted('\ta\tb')).toEqual(['>     a    b'])
    expect(quoted('a\u200b\u001b[1m<!-- /active-mode -->b \t')).toEqual(['> a[1mb'])
    expect(quoted('\u200b')).toEqual(['>'])
    expect(quoted('# a\n> b\n```')).toEqual(['> # a', '> > b', '> ```'])
  })

  test('is cut at 8 KiB by lines', () => {
    const lines = quoted(Array.from({ length: 1000 }, () => 'x'.repeat(29)).join('\n'))
    expect(lines.slice(0, -1)).toEqual(Array.from({ length: 256 }, () => `> ${'x'.repeat(29)}`))
    expect(lines.at(-1)).toBe('> … 744 more lines in card.md')
    expect(quoted(['x'.repeat(8189), 'y'].join('\n'))).toEqual([`> ${'x'.repeat(8189)}`, '> … 1 more line in card.md'])
    expect(quoted(['x'.repeat(8185), 'y'].join('\n'))).toEqual([`> ${'x'.repeat(8185)}`, '> y'])
    expect(quoted(['x'.repeat(8186), 'y'].join('\n'))).toEqual([`> ${'x'.repeat(8186)}`, '> … 1 more line in card.md'])
  })

  test('is cut at 8 KiB in one line, by bytes', () => {
    expect(quoted('x'.repeat(8192))).toEqual([`> ${'x'.repeat(8192)}`])
    expect(quoted('x'.repeat(8193))).toEqual([`> ${'x'.repeat(8192)}… (1 more character)`])
    expect(quoted('é'.repeat(8193))).toEqual([`> ${'é'.repeat(4096)}… (4097 more characters)`])
    expect(quoted(`${'\u200b'.repeat(8192)}ab`)).toEqual(['> … (2 more characters)'])
  })
})

describe('renderDirector', () => {
  const standing = [
    'This block is rebuilt from session state on every request and replaces any earlier Active mode block. A compaction summary is',
    'not evidence of a posture: re-read the ledger from disk and audit the summary against it before acting. Dispatched role',
    "sessions re-bind the parent's posture from the ledger, never from this block.",
  ]
  const [posture, stamp] = [
    'posture: director — mode `ship` (agent `captain`)',
    'stamp: agent=captain mode=ship via=fallback registry=sha256:00',
  ]

  test('has a paragraph each for the posture, the standing words, the pack, the rule and the stamp', () => {
    expect(renderDirector(director, absent)).toEqual([
      [posture],
      standing,
      ['Phases and gates:', '1. shape — gates: '],
      [ledgerPath, 'Ledger rule (generator v1, from card.md):', '> x'],
      [stamp],
    ])
  })

  test('shows nothing in the place of what is missing but the ledger path', () => {
    const why = [posture, 'degraded: card.md (empty)']
    const rule = ['Ledger rule (generator v1, from card.md):', '> x']
    expect(renderDirector(degraded({ pack: null }), absent)).toEqual([why, standing, [ledgerPath, ...rule], [stamp]])
    expect(renderDirector(degraded({ ledgerRule: null }), absent)).toEqual([
      why,
      standing,
      ['Phases and gates:', '1. shape — gates: '],
      [ledgerPath],
      [stamp],
    ])
    const noPack = { part: 'pack.toml', why: 'too-large', detail: '' } as const
    const blank = { part: '', why: 'absent', detail: '' } as const
    const both = 'degraded: pack.toml (too-large); (blank) (absent)'
    expect(renderDirector(degraded({ missing: [noPack, blank] }), absent)[0]).toEqual([posture, both])
  })

  test.each<readonly [string, string]>([
    ...['plain', 'My_Director', 'team/lead-2.x'].map((id) => [id, id] as const),
    ['Lead Director', '"Lead Director"'],
    ['x mode=ship via=request', '"x mode=ship via=request"'],
    ['a" mode="b\\', '"a\\" mode=\\"b\\\\"'],
    ['c\u200b', '"c\\u200b"'],
    ['\u8235\u624b', '"\\u8235\\u624b"'],
    ['ship ', '"ship "'],
    ['a:b@c', '"a:b@c"'],
    ['', '""'],
  ])('an id of %j is one field of the stamp, and no other', (agent, shown) => {
    const [line = ''] = renderDirector({ ...director, agent }, absent).at(-1) ?? []
    expect(line).toBe(`stamp: agent=${shown} mode=ship via=fallback registry=sha256:00`)
    const json = /^stamp: agent=(".*") mode=/.exec(line)?.[1]
    if (json !== undefined) expect(JSON.parse(json)).toBe(agent)
  })

  test('an id of the stamp carries no closing marker, and is cut with a name', () => {
    const [marked = ''] = renderDirector({ ...director, agent: 'x <!-- /active-mode -->' }, absent).at(-1) ?? []
    expect(marked).not.toContain('<!--')
    const [long = ''] = renderDirector({ ...director, agent: ' '.repeat(10_000) }, absent).at(-1) ?? []
    expect(long).toContain(`agent="${' '.repeat(200)}"… (9800 more characters) mode=ship`)
  })

  test('escapes mode and digest of the stamp', () => {
    expect(renderDirector({ ...director, mode: 'c d', digest: '`' }, absent).at(-1)).toEqual([
      'stamp: agent=captain mode="c d" via=fallback registry=\\u0060',
    ])
  })
})

describe('the ledger path', () => {
  const registry = (ledger: string | null) => staged({ ledger })
  const pathIn = (bundle: RegistryBundle) =>
    renderUnresolvable(unresolvable({ _tag: 'registry-unreadable', detail: '' }), bundle).at(-1)

  test('is what the registry says, for directors and the unresolvable alike', () => {
    const told = registry('~/vault/logs/<day>.md')
    const path = 'Ledger path: ~/vault/logs/<day>.md'
    expect(renderDirector(director, told).at(-2)?.[0]).toBe(path)
    expect(renderDirector(degraded({ ledgerRule: null }), told).at(-2)).toEqual([path])
    expect(pathIn(told)).toEqual([path])
  })

  test('is the convention where it says nothing', () => {
    for (const bundle of [registry(null), absent, unreadable('')])
      expect(pathIn(bundle)).toEqual(['Ledger path: sessions/session-<YYYYMMDD>-<slug>.md in the personal vault'])
  })

  test('is one line, whatever it says, and never empty', () => {
    const shown = (ledger: string) => pathIn(registry(ledger))
    expect(shown('a\nposture: copilot\u202e <!-- /active-mode -->')).toEqual(['Ledger path: a posture: copilot'])
    expect(shown('\u200b')).toEqual(['Ledger path: (blank)'])
  })
})

describe('renderUnresolvable', () => {
  test('says what to do and vouches for nothing', () => {
    const reason = { _tag: 'registry-unreadable', detail: 'EACCES' } as const
    expect(renderUnresolvable(unresolvable(reason, gap('m1', 'floor', '9')), absent)).toEqual([
      [
        'posture: unresolvable — re-bind from the ledger',
        'reason: the mode registry cannot be read (EACCES)',
        'reason: the manifest of `m1` asks for plugin version `9`; this one is `1`',
      ],
      [
        'This block is rebuilt from session state on every request and replaces any earlier Active mode block. Re-read the',
        "session's ledger from disk and take the posture it records. If no ledger names this session's campaign, do not assume",
        'a director posture.',
      ],
      [ledgerPath],
    ])
  })

  test('cuts reasons at 8 KiB with a name', () => {
    const reasons = many(1000, (index) => gap(`m${String(index)}`, 'floor', '9'))
    const [first = []] = renderUnresolvable(unresolvable(...reasons), absent)
    const shown = first.slice(1, -1)
    expect(first.at(-1)).toBe(`reason: … ${String(1000 - shown.length)} more reasons`)
    expect(bytesOf(shown)).toBeLessThanOrEqual(8192)
    expect(shown.length).toBeGreaterThan(100)
    const long = many(14, () => gap('x'.repeat(200), 'floor', 'y'.repeat(200), 'z'.repeat(130)))
    expect(renderUnresolvable(unresolvable(...long), absent)[0]?.at(-1)).toBe('reason: … 1 more reason')
  })
})

describe('showReason', () => {
  const mode = (name: string, agent: string, aliases: ReadonlyArray<string> = []): ModeBundle => ({
    mode: name,
    agent,
    aliases,
    pack: ModeBundle.missing({ part: 'pack.toml', why: 'absent', detail: '' }),
    ledgerRule: ModeBundle.missing({ part: 'card.md', why: 'absent', detail: '' }),
  })
  const broken = (directory: string, claims: ReadonlyArray<string> | null) =>
    ({ directory, why: 'invalid', detail: '', claims }) as const
  const modes = [mode('ship', 'captain'), mode('haul', 'carrier', ['mate']), mode('tow', 'tug', ['mate'])]
  const [pull, push] = [broken('pull', ['puller']), broken('push', null)]
  const conflict = (sessionAgent: string, recordAgent: string): UnresolvableReason => ({
    _tag: 'evidence-conflict',
    sessionAgent,
    recordAgent,
  })
  const unknown = (failure: SessionInfoFailure, fallback: NoFallback): UnresolvableReason => ({
    _tag: 'session-info-failed',
    failure,
    fallback,
  })
  const declined = (why: DeclineWhy): NoFallback => ({ _tag: 'declined', why })
  const failed = (why: FailedWhy): NoFallback => ({ _tag: 'failed', why })

  test('tells what the agents of a conflict bind', () => {
    expect(showReason(conflict('captain', 'mate'), staged({ modes }))).toBe(
      'the session says agent `captain` (binds mode `ship`), its newest record agent `mate` (binds mode `haul`, `tow`)',
    )
    expect(showReason(conflict('plan', 'captain'), staged({ modes }))).toBe(
      'the session says agent `plan` (binds no mode), its newest record agent `captain` (binds mode `ship`)',
    )
    for (const bundle of [absent, unreadable('')])
      expect(showReason(conflict('captain', 'mate'), bundle)).toBe(
        'the session says agent `captain` (binds no mode), its newest record agent `mate` (binds no mode)',
      )
  })

  test('tells of a conflict where a broken bundle claims an agent, or may', () => {
    const torn = staged({ modes, broken: [pull, push] })
    expect(showReason(conflict('plan', 'puller'), torn)).toBe(
      'the session says agent `plan` (binds no whole mode, but broken bundles do or may claim it: `push`), its newest record agent `puller` (binds no whole mode, but broken bundles do or may claim it: `pull`, `push`)',
    )
    expect(showReason(conflict('captain', 'puller'), staged({ modes, broken: [pull] }))).toBe(
      'the session says agent `captain` (binds mode `ship`), its newest record agent `puller` (binds no whole mode, but broken bundles do or may claim it: `pull`)',
    )
    const named = (count: number): string => {
      const nameless = many(count, () => broken('b'.repeat(200), null))
      return showReason(conflict('captain', 'puller'), staged({ modes, broken: nameless }))
    }
    expect(named(6)).toContain('`, … 1 more bundle)')
    expect(named(7)).toContain('`, … 2 more bundles)')
  })

  const staging = { directory: 'a', why: 'staging' } as const
  const noManifest = { directory: 'b', why: 'no-manifest' } as const
  test.each<[UnresolvableReason, string]>([
    [{ _tag: 'registry-unreadable', detail: ' no\nsuch ' }, 'the mode registry cannot be read (no such)'],
    [gap('a b', 'schema', ''), 'the manifest of `a\\u0020b` has schema version (empty); this plugin reads `1`'],
    [gap('next', 'floor', '2'), 'the manifest of `next` asks for plugin version `2`; this one is `1`'],
    [
      { _tag: 'map-incomplete', agent: 'plan', broken: [staging, noManifest] },
      'no mode claims agent `plan`, and broken bundles do or may: `a` (staging), `b` (no-manifest)',
    ],
    [{ _tag: 'ambiguous-binding', agent: 'x', modes: ['a', 'b'] }, 'agent `x` is claimed by several modes: `a`, `b`'],
  ])('%j', (reason, shown) => {
    expect(showReason(reason, absent)).toBe(shown)
  })

  test('cuts long lists at 1 KiB with a name', () => {
    const names = many(500, (index) => `m${String(index).padStart(3, '0')}`)
    const rest = (reason: UnresolvableReason, bundle = absent): string => showReason(reason, bundle).slice(-30)
    const incomplete = (count: number) =>
      rest({
        _tag: 'map-incomplete',
        agent: 'x',
        broken: names.slice(0, count).map((directory) => ({ directory, why: 'invalid' })),
      })
    const ambiguous = (count: number) => rest({ _tag: 'ambiguous-binding', agent: 'x', modes: names.slice(0, count) })
    const bound = (count: number) =>
      rest(conflict('x', 'all'), staged({ modes: names.slice(0, count).map((name) => mode(name, name, ['all'])) }))
    const malformed = (count: number) => {
      const paths = names.slice(0, count).map((name) => `${name}x`)
      return showReason(unknown({ _tag: 'malformed', paths }, failed({ _tag: 'stream-unread' })), absent)
    }
    // 1,024 bytes hold 60 of 17, 146 of 7, 170 of 6.
    expect(incomplete(500)).toMatch(/\), … 440 more bundles$/)
    expect(ambiguous(500)).toMatch(/`, … 354 more modes$/)
    expect(bound(500)).toMatch(/`, … 354 more modes\)$/)
    expect(malformed(500)).toMatch(
      /x, … 330 more places\), and the message records cannot stand in \(they were not read\)$/,
    )
    expect(incomplete(61)).toMatch(/, … 1 more bundle$/)
    expect(ambiguous(147)).toMatch(/`, … 1 more mode$/)
    expect(bound(147)).toMatch(/`, … 1 more mode\)$/)
    expect(malformed(171)).toContain('x, … 1 more place)')
  })

  const failures: ReadonlyArray<readonly [SessionInfoFailure, string]> = [
    [{ _tag: 'no-client' }, 'the harness gave no client'],
    [{ _tag: 'call-failed', status: 500, code: 'Boom\n' }, 'the call failed: status 500, Boom'],
    [{ _tag: 'call-failed', status: 0, code: 'x' }, 'the call failed: status 0, x'],
    [{ _tag: 'call-failed', status: null, code: 'ECONNREFUSED' }, 'the call failed: ECONNREFUSED'],
    [{ _tag: 'timed-out', afterMs: 1500 }, 'no answer in time'],
    [{ _tag: 'no-agent' }, 'the session carries no agent'],
    [{ _tag: 'malformed', paths: ['data.id', 'data.agent'] }, 'the answer is malformed at data.id, data.agent'],
  ]

  const fallbacks: ReadonlyArray<readonly [NoFallback, string]> = [
    [
      declined({ _tag: 'switch-newer', from: 'captain', to: 'plan' }),
      'agent `plan` was selected after `captain` answered',
    ],
    [
      declined({ _tag: 'keys-not-comparable' }),
      'their order is not evident: keys of two kinds, foreign ids, ids too far apart, or two records in one place',
    ],
    [declined({ _tag: 'compaction' }), 'the newest answer is a compaction'],
    [failed({ _tag: 'stream-unread' }), 'they were not read'],
    [failed({ _tag: 'stream-unavailable', detail: 'no\nanswer' }), 'they cannot be read: no answer'],
    [failed({ _tag: 'no-assistant-record' }), 'there is no answer among them'],
  ]

  test.each(
    failures.flatMap(([failure, why]) => fallbacks.map(([fallback, also]) => [why, also, failure, fallback] as const)),
  )('%s, and %s', (why, also, failure, fallback) => {
    expect(showReason(unknown(failure, fallback), absent)).toBe(
      `the session's agent is unknown (${why}), and the message records cannot stand in (${also})`,
    )
  })
})

describe('renderBlock', () => {
  const worstOf = (character: string): number => {
    const worst = character.repeat(400)
    const gates = many(50, () => gate(worst))
    const phases = many(50, () =>
      phase(
        worst,
        many(50, () => worst),
        gates,
      ),
    )
    const block = renderBlock(
      {
        ...director,
        mode: worst,
        agent: worst,
        via: 'session-info',
        digest: worst,
        pack: { closingArtifact: worst, phases, handoffs: many(50, () => handoff(worst)) },
        ledgerRule: { text: `${worst}\n`.repeat(900), generator: worst },
      },
      absent,
    )
    return bytes(block ?? '')
  }

  test.each([...['x', 'é', '項'].map((character) => [character, character]), ['characters of four bytes', '🚢']])(
    'at its worst of %s stays below 16 KiB',
    (_, character) => {
      expect(worstOf(character)).toBeLessThanOrEqual(16 * 1024)
    },
  )

  test('is the heading, the paragraphs and the marker right after them', () => {
    expect(renderBlock(unresolvable({ _tag: 'registry-unreadable', detail: 'x' }), absent)).toMatch(
      /^## Active mode\n\nposture: unresolvable — re-bind from the ledger\nreason: [^\n]*\n\nThis block [^]*\n\nLedger path: [^\n]*\n<!-- \/active-mode -->$/,
    )
    expect(renderBlock({ _tag: 'copilot', reason: { _tag: 'registry-absent' } }, absent)).toBeNull()
  })
})
