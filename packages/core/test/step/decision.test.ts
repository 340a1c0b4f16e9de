import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import { describe, expect, test } from 'vitest'
import type {
  AgentRecord,
  BrokenBundle,
  Copilot,
  Missing,
  ModeBundle,
  Pack,
  StagedRegistry,
  Unresolvable,
  UnresolvableReason,
} from '@active-mode/core'
import { missing, present } from '../../src/ModeBundle.js'
import { messageId, seq } from '../../src/MonotonicKey.js'
import { summarise } from '../../src/Posture.js'
import { isUnclaimed, mayClaim, modesClaiming } from '../../src/Registry.js'
import { known, unknown } from '../../src/SessionInfo.js'
import { bindAgent } from '../../src/step/bindAgent.js'
import { evidenceConflict } from '../../src/step/evidenceConflict.js'
import { resolveAgent } from '../../src/step/resolveAgent.js'
import { resolveFallback } from '../../src/step/resolveFallback.js'
import { records, unavailable, unread } from '../../src/SwitchStream.js'

const pack: Pack = { closingArtifact: null, phases: [{ name: 'shape', roles: [], gates: [] }], handoffs: [] }

const ledgerRule = { text: 'LEDGER RULE v1', generator: 'v1' }

const mode = (name: string, agent: string, aliases: ReadonlyArray<string> = []): ModeBundle => ({
  mode: name,
  agent,
  aliases,
  pack: present(pack),
  ledgerRule: present(ledgerRule),
})

const broken = (
  directory: string,
  claims: ReadonlyArray<string> | null,
  why: BrokenBundle['why'] = 'invalid',
): BrokenBundle => ({ directory, why, detail: 'd', claims })

const registry = (modes: StagedRegistry['modes'], brokenBundles: StagedRegistry['broken'] = []): StagedRegistry => ({
  _tag: 'staged',
  digest: 'sha256:00',
  ledger: null,
  floors: [],
  modes,
  broken: brokenBundles,
})

/** Makes a record of an agent at a place, and of the place it answers. */
const record =
  (kind: AgentRecord['kind']) =>
  (agent: string, key: number, answers: number | null = null): AgentRecord => ({
    kind,
    agent,
    key: seq(key),
    answers: answers === null ? null : seq(answers),
  })
const [user, assistant, compaction] = [record('user'), record('assistant'), record('compaction')]

const unresolvable = (reason: UnresolvableReason): Unresolvable => ({ _tag: 'unresolvable', reasons: [reason] })
const unbound = (agent: string): Copilot => ({ _tag: 'copilot', reason: { _tag: 'agent-unbound', agent } })

const stream = (...list: ReadonlyArray<AgentRecord>) => records('v2', list)

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
  const noPack: Missing = { part: 'pack.toml', why: 'absent', detail: 'no such file' }
  const noRule: Missing = { part: 'card.md', why: 'empty', detail: '' }

  test('a whole mode has a director; one with a part missing a degraded one, the pack named first', () => {
    const ask = (change: Partial<ModeBundle>) =>
      bindAgent(registry([{ ...mode('ship', 'captain'), ...change }]))(resolved)
    const degraded = { _tag: 'degraded', ...bound, pack, ledgerRule }
    const [absent, empty] = [{ pack: missing(noPack) }, { ledgerRule: missing(noRule) }]
    expect(ask({})).toStrictEqual({ ...degraded, _tag: 'director' })
    expect(ask(absent)).toStrictEqual({ ...degraded, pack: null, missing: [noPack] })
    expect(ask(empty)).toStrictEqual({ ...degraded, ledgerRule: null, missing: [noRule] })
    const neither = { pack: null, ledgerRule: null, missing: [noPack, noRule] }
    expect(ask({ ...absent, ...empty })).toStrictEqual({ ...degraded, ...neither })
  })

  test('rivals are named in code-unit order', () => {
    const modes = ['b', 'a', 'B', 'c'].map((name) => mode(name, 'captain'))
    expect(bindAgent(registry(modes))(resolved)).toStrictEqual(
      unresolvable({ _tag: 'ambiguous-binding', agent: 'captain', modes: ['B', 'a', 'b', 'c'] }),
    )
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
    ] as const
    for (const some of [bundles, bundles.toReversed()])
      expect(bindAgent(registry([], some))(resolved)).toStrictEqual(
        unresolvable({ _tag: 'map-incomplete', agent: 'captain', broken: told }),
      )
    expect(bindAgent(registry([], [broken('z', ['other'])]))(resolved)).toStrictEqual(unbound('captain'))
  })
})

describe('evidenceConflict', () => {
  const map = registry([mode('ship', 'captain'), mode('explore', 'scout')])
  const conflict = (recordAgent: string, sessionAgent = 'captain') =>
    O.some({ _tag: 'evidence-conflict', sessionAgent, recordAgent })
  /** What the captain's session is told of these records. */
  const told = (...list: ReadonlyArray<AgentRecord>) => evidenceConflict(map, 'captain', stream(...list))

  test('the newest record alone counts, and no compaction', () => {
    expect(told(user('captain', 2), user('scout', 1))).toEqual(O.none)
    expect(told(user('captain', 2), user('scout', 3))).toEqual(conflict('scout'))
    expect(told(user('captain', 2), compaction('scout', 3))).toEqual(O.none)
    expect(told(user('scout', 2), compaction('captain', 3))).toEqual(conflict('scout'))
  })

  test('of several in the last place the first by code unit is named', () => {
    expect(told(...['scout', 'captain', 'plan', 'Scout'].map((agent) => user(agent, 1)))).toEqual(conflict('Scout'))
  })

  test('where there is no order, all records but compactions may be the newest', () => {
    const stray: AgentRecord = { ...user('captain', 0), key: messageId('msg_') }
    expect(told(user('captain', 2), user('scout', 1), stray)).toEqual(conflict('scout'))
    expect(told(user('captain', 2), compaction('scout', 1), stray)).toEqual(O.none)
  })

  test('two agents for whom silence is the answer are no conflict', () => {
    expect(evidenceConflict(map, 'plan', stream(user('build', 1)))).toEqual(O.none)
    expect(evidenceConflict(map, 'plan', stream(user('scout', 1)))).toEqual(conflict('scout', 'plan'))
    expect(told(user('plan', 1))).toEqual(conflict('plan'))
    const torn = registry([], [broken('torn', ['build'])])
    expect(O.isSome(evidenceConflict(torn, 'plan', stream(user('build', 1))))).toBe(true)
  })

  test('a stream without records gainsays nothing', () => {
    for (const none of [stream(), unread, unavailable('')])
      expect(evidenceConflict(map, 'captain', none)).toEqual(O.none)
  })
})

describe('resolveFallback', () => {
  const captain = E.right('captain')
  const declined = (why: object) => E.left({ _tag: 'declined', why })
  const failed = (why: object) => E.left({ _tag: 'failed', why })
  const unordered = declined({ _tag: 'keys-not-comparable' })
  const resolve = (...list: ReadonlyArray<AgentRecord>) => resolveFallback(stream(...list))

  test('a stream that was not read, or could not be', () => {
    expect(resolveFallback(unread)).toEqual(failed({ _tag: 'stream-unread' }))
    expect(resolveFallback(unavailable('x'))).toEqual(failed({ _tag: 'stream-unavailable', detail: 'x' }))
  })

  test('the last assistant speaks; nobody does where there is none', () => {
    expect(resolve(assistant('scout', 1), assistant('captain', 2))).toEqual(captain)
    expect(resolve(user('scout', 1))).toEqual(failed({ _tag: 'no-assistant-record' }))
    expect(resolve()).toEqual(failed({ _tag: 'no-assistant-record' }))
  })

  test('a compaction after the last assistant declines, one before it does not', () => {
    expect(resolve(assistant('captain', 1), compaction('captain', 2))).toEqual(declined({ _tag: 'compaction' }))
    expect(resolve(compaction('captain', 1), assistant('captain', 2))).toEqual(captain)
  })

  test('two records of one place decline unless they are the same in all that counts', () => {
    const last = assistant('captain', 2, 1)
    expect(resolve(last, last)).toEqual(captain)
    expect(resolve(last, structuredClone(last), structuredClone(last))).toEqual(captain)
    const scout = { ...last, agent: 'scout' }
    const others = [scout, { ...last, kind: 'user' }, { ...last, answers: null }, assistant('captain', 2, 0)] as const
    for (const other of others) expect(resolve(last, other)).toEqual(unordered)
    expect(resolve(user('captain', 0), scout, last, assistant('captain', 3))).toEqual(unordered)
  })

  test('a switch declines if it is newer than the answer, or than what the answer answers', () => {
    const newer = (to: string) => declined({ _tag: 'switch-newer', from: 'captain', to })
    const last = assistant('captain', 5, 3)
    expect(resolve(last, user('scout', 6))).toEqual(newer('scout'))
    expect(resolve(last, record('agent-switched')('scout', 6))).toEqual(newer('scout'))
    expect(resolve(last, user('scout', 4))).toEqual(newer('scout'))
    expect(resolve(last, user('scout', 2))).toEqual(captain)
    expect(resolve(last, user('captain', 6))).toEqual(captain)
    expect(resolve(assistant('captain', 5), user('scout', 4))).toEqual(captain)
    expect(resolve(assistant('captain', 5, 7), user('scout', 6))).toEqual(newer('scout'))
    const switches = ['scout', 'Scout', 'plan'].map((agent, place) => user(agent, 9 - place))
    expect(resolve(last, ...switches)).toEqual(newer('Scout'))
  })

  test('what the answer answers is not newer than itself, whoever it was for', () => {
    expect(resolve(user('scout', 3), assistant('captain', 5, 3))).toEqual(captain)
  })

  test('an answer of another agent is no switch', () => {
    expect(resolve(user('captain', 1), assistant('scout', 2, 0), assistant('captain', 3, 1))).toEqual(captain)
    expect(resolve(user('captain', 1), compaction('scout', 2), assistant('captain', 3, 1))).toEqual(captain)
  })
})

describe('resolveAgent', () => {
  const map = registry([mode('ship', 'captain')])

  test('says by which evidence it knows the agent, or which evidence fails', () => {
    const last = stream(assistant('captain', 1))
    const failure = { _tag: 'no-client' } as const
    const fallback = { _tag: 'failed', why: { _tag: 'no-assistant-record' } }
    expect(resolveAgent(map, known('s', 'captain'), last)).toEqual(E.right({ agent: 'captain', via: 'session-info' }))
    expect(resolveAgent(map, known('s', 'plan'), last)).toEqual(
      E.left({ _tag: 'evidence-conflict', sessionAgent: 'plan', recordAgent: 'captain' }),
    )
    expect(resolveAgent(map, unknown('s', failure), last)).toEqual(E.right({ agent: 'captain', via: 'fallback' }))
    expect(resolveAgent(map, unknown('s', failure), stream())).toEqual(
      E.left({ _tag: 'session-info-failed', failure, fallback }),
    )
  })
})

describe('summarise', () => {
  const bound = { mode: 'ship', agent: 'captain', via: 'session-info', digest: 'sha256:00' } as const
  const director = { _tag: 'director', ...bound } as const
  const degraded = { _tag: 'degraded', ...bound, missing: [{ part: 'card.md', why: 'empty', detail: '' }] } as const

  test('leaves out what was read from the files of the mode, and nothing else', () => {
    expect(summarise({ ...director, pack, ledgerRule })).toStrictEqual(director)
    expect(summarise({ ...degraded, pack, ledgerRule: null })).toStrictEqual(degraded)
    for (const silent of [unbound('plan'), unresolvable({ _tag: 'registry-unreadable', detail: 'EACCES' })])
      expect(summarise(silent)).toStrictEqual(silent)
  })
})
