import { none, some } from 'fp-ts/lib/Option.js'
import { describe, expect, test } from 'vitest'
import {
  decide,
  decidePosture,
  eqData,
  isDirecting,
  MonotonicKey,
  newestAgreed,
  placesOf,
  Posture,
  postureOf,
  RegistryBundle,
  SessionInfo,
  showDecodeError,
  SwitchStream,
} from '@active-mode/core'
import { posture, registryBundle } from '@active-mode/core/schema'
import { samplesOf } from './wire/samplesOf.js'

const registries = samplesOf(registryBundle)

describe('the ways to ask', () => {
  test('decide takes as one value what decidePosture takes as three', () => {
    for (const bundle of registries) {
      const [sessionInfo, switchStream] = [SessionInfo.request('ses_1', 'x'), SwitchStream.unavailable('late')]
      expect(decide({ sessionInfo, bundle, switchStream })).toEqual(decidePosture(sessionInfo, bundle, switchStream))
    }
  })

  test('postureOf is the posture of a known session of the agent, without a stream', () => {
    for (const bundle of registries)
      for (const agent of ['x', 'y'])
        expect(postureOf(bundle)(agent)).toEqual(
          decidePosture(SessionInfo.known('ses_1', agent), bundle, SwitchStream.unread),
        )
  })
})

describe('Posture', () => {
  test('match takes the handler of the tag, and isDirecting knows the two that direct', () => {
    const tag = Posture.match({
      director: ({ mode }) => `director of ${mode}`,
      degraded: ({ missing }) => `without ${missing[0].part}`,
      copilot: ({ reason }) => reason._tag,
      unresolvable: ({ reasons }) => reasons[0]._tag,
    })
    const postures = samplesOf(posture)
    expect(new Set(postures.map(tag))).toEqual(
      new Set(['director of x', 'without x', 'registry-absent', 'agent-unbound', 'registry-unreadable']),
    )
    expect(new Set(postures.filter(isDirecting).map(({ _tag }) => _tag))).toEqual(new Set(['director', 'degraded']))
  })
})

describe('eqData', () => {
  test.each<[unknown, unknown, boolean]>([
    [{ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }, true],
    [Object.assign(Object.create(null) as object, { a: 1 }), { a: 1 }, true],
    [Number.NaN, Number.NaN, true],
    [{ a: 1 }, { a: 1, b: undefined }, false],
    [{ a: undefined }, { b: undefined }, false],
    [[1, 2], [1], false],
    [[], {}, false],
    [{ 0: 1 }, [1], false],
    [null, {}, false],
    [1, '1', false],
    [1, 2, false],
    ['', 0, false],
    [[], { length: 0 }, false],
  ])('%j and %j: %s', (left, right, is) => {
    expect([eqData.equals(left, right), eqData.equals(right, left)]).toEqual([is, is])
  })
})

describe('the newest by its key', () => {
  const turn = (value: number, agent: string) => ({ key: MonotonicKey.seq(value), agent })
  const newest = (...turns: ReadonlyArray<ReturnType<typeof turn>>) => {
    const placed = placesOf(turns)
    return placed._tag === 'None' ? placed : newestAgreed(placed.value)
  }

  test('is found wherever it stands', () => {
    expect(newest(turn(2, 'b'), turn(7, 'a'), turn(3, 'b'))).toEqual(some({ record: turn(7, 'a'), place: 7 }))
  })

  test('is any of several that tie and name one agent, and none where they name two', () => {
    expect(newest(turn(7, 'a'), turn(7, 'a'))).toEqual(some({ record: turn(7, 'a'), place: 7 }))
    expect(newest(turn(7, 'a'), turn(7, 'b'))).toEqual(none)
  })

  test('is none where there is nothing, or no order', () => {
    expect(newest()).toEqual(none)
    expect(newest(turn(1, 'a'), { key: MonotonicKey.messageId('msg_1'), agent: 'a' })).toEqual(none)
  })
})

test('an error is shown by its place, or as one of the whole', () => {
  const show = showDecodeError('the line')
  expect(show({ path: 'a[0]', expected: 'string' })).toBe('a[0]: expected string')
  expect(show({ path: '', expected: 'decision log line' })).toBe('the line: expected decision log line')
})

test('a registry that cannot be read is told as that', () => {
  expect(postureOf(RegistryBundle.unreadable('EACCES'))('x')).toEqual(
    Posture.unresolvable([{ _tag: 'registry-unreadable', detail: 'EACCES' }]),
  )
})

test('what is made for a decision says what it is', () => {
  expect(SessionInfo.request('ses_1', 'x')).toEqual({ _tag: 'request', sessionId: 'ses_1', agent: 'x' })
  expect(MonotonicKey.messageId('msg_1')).toEqual({ _tag: 'message-id', value: 'msg_1' })
})
