import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import { describe, expect, test } from 'vitest'
import type {
  AgentRecord,
  BrokenBundle,
  MissingPart,
  ModeBundle,
  Pack,
  Posture,
  StagedRegistry,
  SwitchStream,
} from '@active-mode/core'
import { summarise } from '../../src/Posture.js'
import { isUnclaimed, mayClaim, modesClaiming } from '../../src/Registry.js'
import { bindAgent } from '../../src/step/bindAgent.js'
import { evidenceConflict } from '../../src/step/evidenceConflict.js'
import { resolveAgent } from '../../src/step/resolveAgent.js'
import { resolveFallback } from '../../src/step/resolveFallback.js'

const pack: Pack = { closingArtifact: null, phases: [{ name: 'shape', roles: [], gates: [] }], handoffs: [] }

const ledgerRule = { text: 'LEDGER RULE v1', generator: 'v1' }

const mode = (name: string, agent: string, aliases: ReadonlyArray<string> = []): ModeBundle => ({
  mode: name,
  agent,
  aliases,
  pack: { _tag: 'present', value: pack },
  ledgerRule: { _tag: 'present', value: ledgerRule },
})

const broken = (
  directory: string,
  claims: ReadonlyArray<string> | null,
  why: BrokenBundle['why'] = 'invalid',
): BrokenBundle => ({ directory, why, detail: 'd', claims })

const registry = (
  modes: ReadonlyArray<ModeBundle>,
  brokenBundles: ReadonlyArray<BrokenBundle> = [],
): StagedRegistry => ({ _tag: 'staged', digest: 'sha256:00', ledger: null, floors: [], modes, broken: brokenBundles })

const record = (kind: AgentRecord['kind'], agent: string, key: number, answers: number | null = null): AgentRecord => ({
  kind,
  agent,
  key: { _tag: 'seq', value: key },
  answers: answers === null ? null : { _tag: 'seq', value: answers },
})

const stream = (...records: ReadonlyArray<AgentRecord>): SwitchStream => ({ _tag: 'records', store: 'v2', records })

describe('claims', () => {
  const [ship, old, haul] = [
    mode('ship', 'captain'),
    mode('old', 'skipper', ['captain', 'mate']),
    mode('haul', 'carrier', ['mate']),
  ]

  test('an agent claim beats an alias, and aliases count where there is none', () => {
    expect(modesClaiming('captain')(registry([old, ship, haul]))).toEqual([ship])
    expect(modesClaiming('captain')(registry([old, haul]))).toEqual([old])
    expect(modesClaiming('mate')(registry([old, haul]))).toEqual([old, haul])
    expect(modesClaiming('Captain')(registry([old, ship, haul]))).toEqual([])
  })

  test('a broken bundle may claim what it names, or anything if nobody knows', () => {
    const [known, unknown, other] = [broken('a', ['ghost']), broken('b', null), broken('c', [])]
    expect([known, unknown, other].filter(mayClaim('ghost'))).toEqual([known, unknown])
    expect(isUnclaimed('plan')(registry([], [known]))).toBe(true)
    expect(isUnclaimed('ghost')(registry([], [known]))).toBe(false)
    expect(isUnclaimed('mate')(registry([haul]))).toBe(false)
  })
})

describe('bindAgent', () => {
  const resolved = { agent: 'captain', via: 'fallback' } as const
  const bound = { mode: 'ship', agent: 'captain', via: 'fallback', digest: 'sha256:00' }
  const absent: MissingPart = { _tag: 'missing', part: 'pack.toml', why: 'absent', detail: 'no such file' }
  const empty: MissingPart = { _tag: 'missing', part: 'card.md', why: 'empty', detail: '' }

  test('a whole mode has a director; one with a part missing a degraded one, the pack named first', () => {
    const ship = mode('ship', 'captain')
    const ask = (change: Partial<ModeBundle>) => bindAgent(registry([{ ...ship, ...change }]))(resolved)
    const [noPack, noRule] = [
      { part: 'pack.toml', why: 'absent', detail: 'no such file' },
      { part: 'card.md', why: 'empty', detail: '' },
    ]
    expect(ask({})).toStrictEqual({ _tag: 'director', ...bound, pack, ledgerRule })
    expect(ask({ pack: absent })).toStrictEqual({
      _tag: 'degraded',
      ...bound,
      pack: null,
      ledgerRule,
      missing: [noPack],
    })
    expect(ask({ ledgerRule: empty })).toStrictEqual({
      _tag: 'degraded',
      ...bound,
      pack,
      ledgerRule: null,
      missing: [noRule],
    })
    expect(ask({ pack: absent, ledgerRule: empty })).toStrictEqual({
      _tag: 'degraded',
      ...bound,
      pack: null,
      ledgerRule: null,
      missing: [noPack, noRule],
    })
  })

  test('rivals are named in code-unit order', () => {
    const modes = ['b', 'a', 'B', 'c'].map((name) => mode(name, 'captain'))
    expect(bindAgent(registry(modes))(resolved)).toStrictEqual({
      _tag: 'unresolvable',
      reasons: [{ _tag: 'ambiguous-binding', agent: 'captain', modes: ['B', 'a', 'b', 'c'] }],
    })
  })

  test('silence is told of every broken bundle that forbids it, by directory, then by why', () => {
    const bundles = [
      broken('b', null, 'vanished'),
      broken('a', null, 'vanished'),
      broken('z', ['other']),
      broken('a', ['captain'], 'invalid'),
      broken('B', null, 'staging'),
      broken('a', null, 'no-manifest'),
    ]
    const told = [
      { directory: 'B', why: 'staging' },
      { directory: 'a', why: 'invalid' },
      { directory: 'a', why: 'no-manifest' },
      { directory: 'a', why: 'vanished' },
      { directory: 'b', why: 'vanished' },
    ]
    for (const some of [bundles, bundles.toReversed()])
      expect(bindAgent(registry([], some))(resolved)).toStrictEqual({
        _tag: 'unresolvable',
        reasons: [{ _tag: 'map-incomplete', agent: 'captain', broken: told }],
      })
    expect(bindAgent(registry([], [broken('z', ['other'])]))(resolved)).toStrictEqual({
      _tag: 'copilot',
      reason: { _tag: 'agent-unbound', agent: 'captain' },
    })
  })
})

describe('evidenceConflict', () => {
  const map = registry([mode('ship', 'captain'), mode('explore', 'scout')])
  const conflict = (recordAgent: string) => O.some({ _tag: 'evidence-conflict', sessionAgent: 'captain', recordAgent })

  test('the newest record alone counts, and no compaction', () => {
    expect(evidenceConflict(map, 'captain', stream(record('user', 'captain', 2), record('user', 'scout', 1)))).toEqual(
      O.none,
    )
    expect(evidenceConflict(map, 'captain', stream(record('user', 'captain', 2), record('user', 'scout', 3)))).toEqual(
      conflict('scout'),
    )
    expect(
      evidenceConflict(map, 'captain', stream(record('user', 'captain', 2), record('compaction', 'scout', 3))),
    ).toEqual(O.none)
    expect(
      evidenceConflict(map, 'captain', stream(record('user', 'scout', 2), record('compaction', 'captain', 3))),
    ).toEqual(conflict('scout'))
  })

  test('of several in the last place the first by code unit is named', () => {
    expect(
      evidenceConflict(
        map,
        'captain',
        stream(...['scout', 'captain', 'plan', 'Scout'].map((agent) => record('user', agent, 1))),
      ),
    ).toEqual(conflict('Scout'))
  })

  test('where there is no order, all records but compactions may be the newest', () => {
    const stray: AgentRecord = {
      kind: 'user',
      agent: 'captain',
      key: { _tag: 'message-id', value: 'msg_' },
      answers: null,
    }
    expect(
      evidenceConflict(map, 'captain', stream(record('user', 'captain', 2), record('user', 'scout', 1), stray)),
    ).toEqual(conflict('scout'))
    expect(
      evidenceConflict(map, 'captain', stream(record('user', 'captain', 2), record('compaction', 'scout', 1), stray)),
    ).toEqual(O.none)
  })

  test('two agents for whom silence is the answer are no conflict', () => {
    expect(evidenceConflict(map, 'plan', stream(record('user', 'build', 1)))).toEqual(O.none)
    expect(evidenceConflict(map, 'plan', stream(record('user', 'scout', 1)))).toEqual(
      O.some({ _tag: 'evidence-conflict', sessionAgent: 'plan', recordAgent: 'scout' }),
    )
    expect(evidenceConflict(map, 'captain', stream(record('user', 'plan', 1)))).toEqual(conflict('plan'))
    expect(
      O.isSome(evidenceConflict(registry([], [broken('torn', ['build'])]), 'plan', stream(record('user', 'build', 1)))),
    ).toBe(true)
  })

  test('a stream without records gainsays nothing', () => {
    for (const none of [stream(), { _tag: 'unread' }, { _tag: 'unavailable', detail: '' }] as const)
      expect(evidenceConflict(map, 'captain', none)).toEqual(O.none)
  })
})

describe('resolveFallback', () => {
  const declined = (why: object) => E.left({ _tag: 'declined', why })
  const unordered = declined({ _tag: 'keys-not-comparable' })

  test('a stream that was not read, or could not be', () => {
    expect(resolveFallback({ _tag: 'unread' })).toEqual(E.left({ _tag: 'failed', why: { _tag: 'stream-unread' } }))
    expect(resolveFallback({ _tag: 'unavailable', detail: 'x' })).toEqual(
      E.left({ _tag: 'failed', why: { _tag: 'stream-unavailable', detail: 'x' } }),
    )
  })

  test('the last assistant speaks; nobody does where there is none', () => {
    expect(resolveFallback(stream(record('assistant', 'scout', 1), record('assistant', 'captain', 2)))).toEqual(
      E.right('captain'),
    )
    expect(resolveFallback(stream(record('user', 'scout', 1)))).toEqual(
      E.left({ _tag: 'failed', why: { _tag: 'no-assistant-record' } }),
    )
    expect(resolveFallback(stream())).toEqual(E.left({ _tag: 'failed', why: { _tag: 'no-assistant-record' } }))
  })

  test('a compaction after the last assistant declines, one before it does not', () => {
    expect(resolveFallback(stream(record('assistant', 'captain', 1), record('compaction', 'captain', 2)))).toEqual(
      declined({ _tag: 'compaction' }),
    )
    expect(resolveFallback(stream(record('compaction', 'captain', 1), record('assistant', 'captain', 2)))).toEqual(
      E.right('captain'),
    )
  })

  test('two records of one place decline unless they are the same in all that counts', () => {
    const last = record('assistant', 'captain', 2, 1)
    expect(resolveFallback(stream(last, last))).toEqual(E.right('captain'))
    expect(resolveFallback(stream(last, structuredClone(last), structuredClone(last)))).toEqual(E.right('captain'))
    expect(resolveFallback(stream(last, { ...last, agent: 'scout' }))).toEqual(unordered)
    expect(resolveFallback(stream(last, { ...last, kind: 'user' }))).toEqual(unordered)
    expect(resolveFallback(stream(last, { ...last, answers: null }))).toEqual(unordered)
    expect(resolveFallback(stream(last, record('assistant', 'captain', 2, 0)))).toEqual(unordered)
    expect(
      resolveFallback(
        stream(record('user', 'captain', 0), { ...last, agent: 'scout' }, last, record('assistant', 'captain', 3)),
      ),
    ).toEqual(unordered)
  })

  test('a switch declines if it is newer than the answer, or than what the answer answers', () => {
    const newer = (to: string) => declined({ _tag: 'switch-newer', from: 'captain', to })
    const last = record('assistant', 'captain', 5, 3)
    expect(resolveFallback(stream(last, record('user', 'scout', 6)))).toEqual(newer('scout'))
    expect(resolveFallback(stream(last, record('agent-switched', 'scout', 6)))).toEqual(newer('scout'))
    expect(resolveFallback(stream(last, record('user', 'scout', 4)))).toEqual(newer('scout'))
    expect(resolveFallback(stream(last, record('user', 'scout', 2)))).toEqual(E.right('captain'))
    expect(resolveFallback(stream(last, record('user', 'captain', 6)))).toEqual(E.right('captain'))
    expect(resolveFallback(stream(record('assistant', 'captain', 5), record('user', 'scout', 4)))).toEqual(
      E.right('captain'),
    )
    expect(resolveFallback(stream(record('assistant', 'captain', 5, 7), record('user', 'scout', 6)))).toEqual(
      newer('scout'),
    )
    expect(
      resolveFallback(
        stream(last, ...['scout', 'Scout', 'plan'].map((agent, place) => record('user', agent, 9 - place))),
      ),
    ).toEqual(newer('Scout'))
  })

  test('what the answer answers is not newer than itself, whoever it was for', () => {
    expect(resolveFallback(stream(record('user', 'scout', 3), record('assistant', 'captain', 5, 3)))).toEqual(
      E.right('captain'),
    )
  })

  test('an answer of another agent is no switch', () => {
    expect(
      resolveFallback(
        stream(record('user', 'captain', 1), record('assistant', 'scout', 2, 0), record('assistant', 'captain', 3, 1)),
      ),
    ).toEqual(E.right('captain'))
    expect(
      resolveFallback(
        stream(record('user', 'captain', 1), record('compaction', 'scout', 2), record('assistant', 'captain', 3, 1)),
      ),
    ).toEqual(E.right('captain'))
  })
})

describe('resolveAgent', () => {
  const map = registry([mode('ship', 'captain')])

  test('says by which evidence it knows the agent, or which evidence fails', () => {
    const last = stream(record('assistant', 'captain', 1))
    const failure = { _tag: 'no-client' } as const
    expect(resolveAgent(map, { _tag: 'known', sessionId: 's', agent: 'captain' }, last)).toEqual(
      E.right({ agent: 'captain', via: 'session-info' }),
    )
    expect(resolveAgent(map, { _tag: 'known', sessionId: 's', agent: 'plan' }, last)).toEqual(
      E.left({ _tag: 'evidence-conflict', sessionAgent: 'plan', recordAgent: 'captain' }),
    )
    expect(resolveAgent(map, { _tag: 'unknown', sessionId: 's', failure }, last)).toEqual(
      E.right({ agent: 'captain', via: 'fallback' }),
    )
    expect(resolveAgent(map, { _tag: 'unknown', sessionId: 's', failure }, stream())).toEqual(
      E.left({
        _tag: 'session-info-failed',
        failure,
        fallback: { _tag: 'failed', why: { _tag: 'no-assistant-record' } },
      }),
    )
  })
})

describe('summarise', () => {
  const bound = { mode: 'ship', agent: 'captain', via: 'session-info', digest: 'sha256:00' } as const
  const missing = [{ part: 'card.md', why: 'empty', detail: '' }] as const
  const silent: ReadonlyArray<Posture> = [
    { _tag: 'copilot', reason: { _tag: 'agent-unbound', agent: 'plan' } },
    { _tag: 'unresolvable', reasons: [{ _tag: 'registry-unreadable', detail: 'EACCES' }] },
  ]

  test('leaves out what was read from the files of the mode, and nothing else', () => {
    expect(summarise({ _tag: 'director', ...bound, pack, ledgerRule })).toStrictEqual({ _tag: 'director', ...bound })
    expect(summarise({ _tag: 'degraded', ...bound, pack, ledgerRule: null, missing })).toStrictEqual({
      _tag: 'degraded',
      ...bound,
      missing,
    })
    for (const posture of silent) expect(summarise(posture)).toStrictEqual(posture)
  })
})
