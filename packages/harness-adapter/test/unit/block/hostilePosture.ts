import fc from 'fast-check'
import type { MissingWhy, Pack, Posture, RegistryBundle, UnresolvableReason } from '@active-mode/core'
import { closingMarker } from '../../../src/show/text.js'

/** Pieces that do harm when they meet, between characters of every kind. */
const hostile = fc.constantFrom(
  '## Active mode',
  'posture: copilot',
  'stamp: ',
  closingMarker,
  '<!-- /active',
  '-mode -->',
  '\n',
  '\r',
  '\u2028',
  '\u0085',
  '> ',
  '```',
  '`',
  '<!--',
  '\u200b',
  '\u202e',
  '\u001b[0m',
  '\ud800',
  ' ',
)

/** Text of any kind, most of it meant to break out of where it is shown. */
export const field = fc.oneof(
  fc
    .array(fc.oneof(hostile, fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 12 })
    .map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', minLength: 150, maxLength: 400 }),
)

const pack: fc.Arbitrary<Pack> = fc.record({
  closingArtifact: fc.option(field),
  phases: fc
    .array(
      fc.record({
        name: field,
        roles: fc.array(field, { maxLength: 12 }),
        gates: fc.array(fc.record({ name: field, kind: field, owner: field }), { maxLength: 12 }),
      }),
      { minLength: 1, maxLength: 30 },
    )
    .map(([first, ...rest]) => [first ?? { name: '', roles: [], gates: [] }, ...rest]),
  handoffs: fc.array(fc.record({ kind: field, target: field }), { maxLength: 12 }),
})

const rule = fc.record({
  text: fc.array(field, { maxLength: 60 }).map((fields) => fields.join('\n')),
  generator: field,
})

const bound = {
  mode: field,
  agent: field,
  via: fc.constantFrom('request' as const, 'session-info' as const, 'fallback' as const),
  digest: field,
}

const failure = fc.oneof(
  fc.record({ _tag: fc.constant('timed-out' as const), afterMs: fc.nat() }),
  fc.constant({ _tag: 'no-client' as const }),
  fc.record({ _tag: fc.constant('call-failed' as const), status: fc.option(fc.nat()), code: field }),
  fc.constant({ _tag: 'no-agent' as const }),
  fc.record({
    _tag: fc.constant('malformed' as const),
    paths: fc.array(field, { minLength: 1, maxLength: 30 }).map(([first = '', ...rest]) => [first, ...rest] as const),
  }),
)

const fallback = fc.oneof(
  fc.record({
    _tag: fc.constant('declined' as const),
    why: fc.oneof(
      fc.record({ _tag: fc.constant('switch-newer' as const), from: field, to: field }),
      fc.constantFrom({ _tag: 'keys-not-comparable' as const }, { _tag: 'compaction' as const }),
    ),
  }),
  fc.record({
    _tag: fc.constant('failed' as const),
    why: fc.oneof(
      fc.record({ _tag: fc.constant('stream-unavailable' as const), detail: field }),
      fc.constantFrom({ _tag: 'stream-unread' as const }, { _tag: 'no-assistant-record' as const }),
    ),
  }),
)

const brokenWhy = fc.constantFrom('no-manifest' as const, 'invalid' as const, 'vanished' as const, 'staging' as const)

const reason: fc.Arbitrary<UnresolvableReason> = fc.oneof(
  fc.record({ _tag: fc.constant('registry-unreadable' as const), detail: field }),
  fc.record({
    _tag: fc.constant('ambiguous-binding' as const),
    agent: field,
    modes: fc.array(field, { maxLength: 30 }),
  }),
  fc.record({
    _tag: fc.constant('version-gap' as const),
    directory: field,
    what: fc.constantFrom('floor' as const, 'schema' as const),
    needs: field,
    supports: fc.constant('1'),
  }),
  fc.record({
    _tag: fc.constant('map-incomplete' as const),
    agent: field,
    broken: fc.array(fc.record({ directory: field, why: brokenWhy }), { minLength: 1, maxLength: 30 }),
  }),
  fc.record({ _tag: fc.constant('evidence-conflict' as const), sessionAgent: field, recordAgent: field }),
  fc.record({ _tag: fc.constant('session-info-failed' as const), failure, fallback }),
)

/** A posture of any kind, with any text where text can be. */
export const hostilePosture: fc.Arbitrary<Posture> = fc.oneof(
  fc.record({ _tag: fc.constant('director' as const), ...bound, pack, ledgerRule: rule }),
  fc.record({
    _tag: fc.constant('degraded' as const),
    ...bound,
    pack: fc.option(pack),
    ledgerRule: fc.option(rule),
    missing: fc
      .array(fc.record({ part: field, why: fc.constantFrom('absent' as const, 'invalid' as const), detail: field }), {
        minLength: 1,
        maxLength: 2,
      })
      .map(([first, ...rest]) => [first ?? { part: '', why: 'absent' as const, detail: '' }, ...rest] as const),
  }),
  fc
    .array(reason, { minLength: 1, maxLength: 40 })
    .map(([first, ...rest]) => ({
      _tag: 'unresolvable' as const,
      reasons: [first ?? { _tag: 'registry-unreadable' as const, detail: '' }, ...rest] as const,
    })),
)

const missing = (why: MissingWhy) => ({ _tag: 'missing', part: 'pack.toml', why, detail: '' }) as const

/** The agents whose bindings a conflict tells. */
const agentsOf = (posture: Posture): ReadonlyArray<string> =>
  posture._tag === 'unresolvable'
    ? posture.reasons.flatMap((each) =>
        each._tag === 'evidence-conflict' ? [each.sessionAgent, each.recordAgent] : [],
      )
    : []

/** A registry whose modes and broken bundles, with names of any kind, claim the agents that a posture's conflicts name. */
export const registryOf = (posture: Posture, names: ReadonlyArray<string>): RegistryBundle => {
  const agents = agentsOf(posture)
  const agentAt = (place: number): string => agents[place % agents.length] ?? ''
  return {
    _tag: 'staged',
    digest: '',
    ledger: null,
    floors: [],
    modes: names
      .filter((_, place) => place % 3 === 0)
      .map((mode, place) => ({
        mode,
        agent: agentAt(place),
        aliases: [],
        pack: missing('absent'),
        ledgerRule: missing('empty'),
      })),
    broken: names
      .filter((_, place) => place % 3 === 1)
      .map((directory, place) => ({
        directory,
        why: 'invalid',
        detail: '',
        claims: place % 2 === 0 ? null : [agentAt(place)],
      })),
  }
}
