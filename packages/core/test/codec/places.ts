import type {
  AgentRecord,
  DecisionLogLine,
  DecisionRequest,
  MonotonicKey,
  Pack,
  Posture,
  PostureSummary,
  RegistryBundle,
  SessionInfo,
  SessionInfoFailure,
  SwitchStream,
  UnresolvableReason,
} from '@active-mode/core'

/**
 * What belongs at each place of a value, by the path of the place, in the words of the errors. A question mark at the end
 * says that `null` may stand there, too, and two that the place may be missing, which reads as `null`. It is written by hand from section 3 of the design.
 */
export type Places = Readonly<Record<string, string>>

const string = { '': 'string' }

const orNull = (places: Places): Places => ({ ...places, '': `${places[''] ?? ''}?` })

const orMissing = (places: Places): Places => orNull(orNull(places))

const below = (key: string, path: string): string =>
  path === '' || path.startsWith('[') ? `${key}${path}` : `${key}.${path}`

/** An object: what it is called, and what belongs at each of its keys. */
const object = (name: string, fields: Readonly<Record<string, Places>>): Places => ({
  '': name,
  ...Object.fromEntries(
    Object.entries(fields).flatMap(([key, places]) =>
      Object.entries(places).map(([path, expected]) => [below(key, path), expected]),
    ),
  ),
})

const array = (name: string, items: ReadonlyArray<Places>): Places =>
  object(name, Object.fromEntries(items.map((places, index) => [`[${String(index)}]`, places])))

const strings = (items: ReadonlyArray<string>): Places =>
  array(
    'ReadonlyArray<string>',
    items.map(() => string),
  )

/** A variant of a union: an object whose tag is any of the union's. */
const variant = (name: string, fields: Readonly<Record<string, Places>> = {}): Places =>
  object(name, { _tag: { '': name }, ...fields })

const failurePlaces = (failure: SessionInfoFailure): Places => {
  const name = 'no-client | call-failed | timed-out | no-agent | malformed'
  switch (failure._tag) {
    case 'call-failed':
      return variant(name, { status: { '': 'integer?' }, code: string })
    case 'timed-out':
      return variant(name, { afterMs: { '': 'milliseconds' } })
    case 'malformed':
      return variant(name, { paths: strings(failure.paths) })
    case 'no-client':
    case 'no-agent':
      return variant(name)
  }
}

export const sessionInfoPlaces = (info: SessionInfo): Places =>
  variant(
    'request | known | unknown',
    info._tag !== 'unknown'
      ? { sessionId: string, agent: string }
      : { sessionId: string, failure: failurePlaces(info.failure) },
  )

const packPlaces = ({ phases, handoffs }: Pack): Places =>
  object('pack', {
    closingArtifact: orNull(string),
    phases: array(
      'an array of at least one phase',
      phases.map(({ roles, gates }) =>
        object('phase', {
          name: string,
          roles: strings(roles),
          gates: array(
            'ReadonlyArray<gate>',
            gates.map(() => object('gate', { name: string, kind: string, owner: string })),
          ),
        }),
      ),
    ),
    handoffs: array(
      'ReadonlyArray<handoff>',
      handoffs.map(() => object('handoff', { kind: string, target: string })),
    ),
  })

const rulePlaces = object('ledger rule', { text: string, generator: string })

const missingFields = {
  part: string,
  why: { '': '"absent" | "unreadable" | "invalid" | "empty" | "too-large"' },
  detail: string,
}

const partPlaces = (value: Places | null): Places =>
  variant('present | missing', value === null ? missingFields : { value })

const brokenWhy = { '': '"no-manifest" | "unreadable" | "invalid" | "too-large" | "vanished" | "staging"' }

export const registryBundlePlaces = (bundle: RegistryBundle): Places => {
  const name = 'absent | unreadable | staged'
  switch (bundle._tag) {
    case 'absent':
      return variant(name)
    case 'unreadable':
      return variant(name, { detail: string })
    case 'staged':
      return variant(name, {
        digest: string,
        ledger: orMissing(string),
        floors: array(
          'ReadonlyArray<floor>',
          bundle.floors.map(() =>
            object('floor', { directory: string, schemaVersion: string, pluginFloor: orNull(string) }),
          ),
        ),
        modes: array(
          'ReadonlyArray<mode bundle>',
          bundle.modes.map(({ aliases, pack, ledgerRule }) =>
            object('mode bundle', {
              mode: string,
              agent: string,
              aliases: strings(aliases),
              pack: partPlaces(pack._tag === 'present' ? packPlaces(pack.value) : null),
              ledgerRule: partPlaces(ledgerRule._tag === 'present' ? rulePlaces : null),
            }),
          ),
        ),
        broken: array(
          'ReadonlyArray<broken bundle>',
          bundle.broken.map(({ claims }) =>
            object('broken bundle', {
              directory: string,
              why: brokenWhy,
              detail: string,
              claims: orNull(strings(claims ?? [])),
            }),
          ),
        ),
      })
  }
}

const keyPlaces = ({ _tag }: MonotonicKey): Places =>
  variant('seq | message-id', { value: _tag === 'seq' ? { '': 'integer' } : string })

const recordPlaces = ({ key, answers }: AgentRecord): Places =>
  object('agent record', {
    kind: { '': '"user" | "assistant" | "compaction" | "agent-switched"' },
    agent: string,
    key: keyPlaces(key),
    answers: answers === null ? { '': 'seq | message-id?' } : orNull(keyPlaces(answers)),
  })

export const switchStreamPlaces = (stream: SwitchStream): Places => {
  const name = 'unread | unavailable | records'
  switch (stream._tag) {
    case 'unread':
      return variant(name)
    case 'unavailable':
      return variant(name, { detail: string })
    case 'records':
      return variant(name, {
        store: string,
        records: array('ReadonlyArray<agent record>', stream.records.map(recordPlaces)),
      })
  }
}

const reasonPlaces = (reason: UnresolvableReason): Places => {
  const name = 'a reason'
  switch (reason._tag) {
    case 'registry-unreadable':
      return variant(name, { detail: string })
    case 'version-gap':
      return variant(name, { directory: string, what: { '': '"floor" | "schema"' }, needs: string, supports: string })
    case 'map-incomplete': {
      const broken = `{| directory: string, why: ${brokenWhy['']} |}`
      return variant(name, {
        agent: string,
        broken: array(
          `ReadonlyArray<${broken}>`,
          reason.broken.map(() => object(broken, { directory: string, why: brokenWhy })),
        ),
      })
    }
    case 'ambiguous-binding':
      return variant(name, { agent: string, modes: strings(reason.modes) })
    case 'evidence-conflict':
      return variant(name, { sessionAgent: string, recordAgent: string })
    case 'session-info-failed': {
      const { _tag, why } = reason.fallback
      const whyName =
        _tag === 'declined'
          ? 'switch-newer | keys-not-comparable | compaction'
          : 'stream-unread | stream-unavailable | no-assistant-record'
      const fields =
        why._tag === 'switch-newer'
          ? { from: string, to: string }
          : why._tag === 'stream-unavailable'
            ? { detail: string }
            : {}
      return variant(name, {
        failure: failurePlaces(reason.failure),
        fallback: variant('declined | failed', { why: variant(whyName, fields) }),
      })
    }
  }
}

const posturePlacesWith = (posture: PostureSummary, read: Readonly<Record<string, Places>>): Places => {
  const name = 'director | degraded | copilot | unresolvable'
  const bound = { mode: string, agent: string, via: { '': '"request" | "session-info" | "fallback"' }, digest: string }
  switch (posture._tag) {
    case 'director':
      return variant(name, { ...bound, ...read })
    case 'degraded': {
      const missing = array(
        'an array of at least one missing part',
        posture.missing.map(() => object('missing part', missingFields)),
      )
      return variant(name, { ...bound, ...read, missing })
    }
    case 'copilot':
      return variant(name, {
        reason: variant(
          'registry-absent | agent-unbound',
          posture.reason._tag === 'agent-unbound' ? { agent: string } : {},
        ),
      })
    case 'unresolvable':
      return variant(name, { reasons: array('an array of at least one a reason', posture.reasons.map(reasonPlaces)) })
  }
}

export const posturePlaces = (posture: Posture): Places => {
  switch (posture._tag) {
    case 'director':
      return posturePlacesWith(posture, { pack: packPlaces(posture.pack), ledgerRule: rulePlaces })
    case 'degraded': {
      const pack = posture.pack === null ? { '': 'pack' } : packPlaces(posture.pack)
      return posturePlacesWith(posture, { pack: orNull(pack), ledgerRule: orNull(rulePlaces) })
    }
    case 'copilot':
    case 'unresolvable':
      return posturePlacesWith(posture, {})
  }
}

export const decisionRequestPlaces = ({ sessionInfo, bundle, switchStream }: DecisionRequest): Places =>
  object('decision request', {
    sessionInfo: sessionInfoPlaces(sessionInfo),
    bundle: registryBundlePlaces(bundle),
    switchStream: switchStreamPlaces(switchStream),
  })

export const decisionLogLinePlaces = (line: DecisionLogLine): Places => {
  const name = 'decision log line'
  const common = { v: { '': '1' }, at: string }
  return 'dropped' in line
    ? object(name, { ...common, dropped: { '': 'integer' } })
    : object(name, {
        ...common,
        sessionId: string,
        messageId: orNull(string),
        harness: orNull(string),
        plugin: string,
        sessionInfo: sessionInfoPlaces(line.sessionInfo),
        switchStream: switchStreamPlaces(line.switchStream),
        registry: string,
        posture: posturePlacesWith(line.posture, {}),
        blockSha256: orNull(string),
        blockBytes: { '': 'integer' },
        elapsedMs: { '': 'milliseconds' },
        requestAgent: orNull(string),
        confirmed: { '': 'boolean?' },
        delivered: orMissing({ '': 'boolean' }),
      })
}
