import type {
  AgentRecord,
  DecisionLogLine,
  DecisionRequest,
  Pack,
  Posture,
  PostureSummary,
  RegistryBundle,
  SessionInfo,
  SessionInfoFailure,
  SwitchStream,
  UnresolvableReason,
} from '@active-mode/core'

/** Values of every type and of every variant, which `places.ts` describes field by field. */

const failures: ReadonlyArray<SessionInfoFailure> = [
  { _tag: 'no-client' },
  { _tag: 'call-failed', status: 401, code: 'unauthorized' },
  { _tag: 'timed-out', afterMs: 1000.5 },
  { _tag: 'no-agent' },
  { _tag: 'malformed', paths: ['data.id', 'data.agent'] },
]

const known = { _tag: 'known', sessionId: 'ses_1', agent: 'captain' } as const

const unread = { _tag: 'unread' } as const

const absent = { _tag: 'absent' } as const

export const sessionInfos: ReadonlyArray<SessionInfo> = [
  { _tag: 'request', sessionId: 'ses_1', agent: 'captain' },
  known,
  ...failures.map((failure): SessionInfo => ({ _tag: 'unknown', sessionId: 'ses_1', failure })),
]

export const pack: Pack = {
  closingArtifact: 'landed change record',
  phases: [
    { name: 'shape', roles: [], gates: [] },
    {
      name: 'build',
      roles: ['builder', 'tester'],
      gates: [{ name: 'red-green', kind: 'mechanical', owner: 'builder' }],
    },
  ],
  handoffs: [{ kind: 'question_seed', target: 'explore' }],
}

const ledgerRule = { text: 'LEDGER RULE v1', generator: 'v1' }

export const registryBundles: ReadonlyArray<RegistryBundle> = [
  absent,
  { _tag: 'unreadable', detail: 'EACCES' },
  {
    _tag: 'staged',
    digest: 'sha256:00',
    ledger: 'sessions/<slug>.md in the vault',
    floors: [{ directory: 'ship', schemaVersion: '1', pluginFloor: '0.9' }],
    modes: [
      {
        mode: 'ship',
        agent: 'captain',
        aliases: ['skipper'],
        pack: { _tag: 'present', value: pack },
        ledgerRule: { _tag: 'present', value: ledgerRule },
      },
      {
        mode: 'explore',
        agent: 'scout',
        aliases: [],
        pack: { _tag: 'missing', part: 'pack.toml', why: 'absent', detail: 'no such file' },
        ledgerRule: { _tag: 'missing', part: 'card.md', why: 'empty', detail: '' },
      },
    ],
    broken: [{ directory: 'torn', why: 'no-manifest', detail: 'no such file', claims: ['ghost'] }],
  },
]

export const records: ReadonlyArray<AgentRecord> = [
  { kind: 'user', agent: 'captain', key: { _tag: 'seq', value: 1 }, answers: { _tag: 'seq', value: -4 } },
  {
    kind: 'assistant',
    agent: 'captain',
    key: { _tag: 'message-id', value: 'msg_22bfe98fb002' },
    answers: { _tag: 'message-id', value: 'msg_22bfe98fb001' },
  },
]

export const switchStreams: ReadonlyArray<SwitchStream> = [
  unread,
  { _tag: 'unavailable', detail: 'no answer in time' },
  { _tag: 'records', store: 'v1', records },
]

const reasons: ReadonlyArray<UnresolvableReason> = [
  { _tag: 'registry-unreadable', detail: 'EACCES' },
  { _tag: 'version-gap', directory: 'next', what: 'floor', needs: '2', supports: '1' },
  { _tag: 'map-incomplete', agent: 'plan', broken: [{ directory: 'torn', why: 'invalid' }] },
  { _tag: 'ambiguous-binding', agent: 'captain', modes: ['haul', 'ship'] },
  { _tag: 'evidence-conflict', sessionAgent: 'captain', recordAgent: 'scout' },
  ...(
    [
      { _tag: 'declined', why: { _tag: 'switch-newer', from: 'captain', to: 'scout' } },
      { _tag: 'declined', why: { _tag: 'keys-not-comparable' } },
      { _tag: 'declined', why: { _tag: 'compaction' } },
      { _tag: 'failed', why: { _tag: 'stream-unread' } },
      { _tag: 'failed', why: { _tag: 'stream-unavailable', detail: 'no answer in time' } },
      { _tag: 'failed', why: { _tag: 'no-assistant-record' } },
    ] as const
  ).map((fallback): UnresolvableReason => ({ _tag: 'session-info-failed', failure: { _tag: 'no-agent' }, fallback })),
]

const bound = { mode: 'ship', agent: 'captain', via: 'fallback', digest: 'sha256:00' } as const

const director = { _tag: 'director', ...bound } as const

const missing = [{ part: 'pack.toml', why: 'too-large', detail: '2 MiB' }] as const

const silent: ReadonlyArray<Posture & PostureSummary> = [
  { _tag: 'copilot', reason: { _tag: 'registry-absent' } },
  { _tag: 'copilot', reason: { _tag: 'agent-unbound', agent: 'plan' } },
  ...reasons.map((reason) => ({ _tag: 'unresolvable' as const, reasons: [reason] as const })),
]

export const postures: ReadonlyArray<Posture> = [
  { ...director, pack, ledgerRule },
  { _tag: 'degraded', ...bound, pack, ledgerRule, missing },
  ...silent,
]

const summaries: ReadonlyArray<PostureSummary> = [director, { _tag: 'degraded', ...bound, missing }, ...silent]

/** Each argument in each of its variants, the two others in their plainest. */
export const decisionRequests: ReadonlyArray<DecisionRequest> = [
  ...sessionInfos.map((sessionInfo) => ({ sessionInfo, bundle: absent, switchStream: unread })),
  ...registryBundles.map((bundle) => ({ sessionInfo: known, bundle, switchStream: unread })),
  ...switchStreams.map((switchStream) => ({ sessionInfo: known, bundle: absent, switchStream })),
]

const entry = {
  v: 1,
  at: '2026-11-30T12:00:00.000Z',
  sessionId: 'ses_1',
  messageId: 'msg_22bfe98fb001AbCd',
  harness: '1.18.33',
  plugin: '1.0.0',
  registry: 'ab'.repeat(32),
  blockSha256: 'cd'.repeat(32),
  blockBytes: 1234,
  elapsedMs: 0.25,
  requestAgent: 'captain',
  confirmed: true,
  delivered: true,
} as const

export const decisionLogLines: ReadonlyArray<DecisionLogLine> = [
  ...decisionRequests.map(({ sessionInfo, switchStream }) => ({
    ...entry,
    sessionInfo,
    switchStream,
    posture: director,
  })),
  ...summaries.map((posture) => ({ ...entry, sessionInfo: known, switchStream: unread, posture })),
  { v: 1, at: '2026-11-30T12:00:00.000Z', dropped: 3 },
]
