import { left, right } from 'fp-ts/lib/Either.js'
import type { DecisionRequest } from '@active-mode/core'
import type { Codecs } from '@active-mode/fixtures'
import { coreCodecs } from '@active-mode/fixtures'

/** A typical way to get the wire form wrong, and laws that have to see it. */
export interface CodecMutant {
  readonly name: string
  readonly codecs: Partial<Codecs>
  readonly brokenLaws: ReadonlyArray<string>
}

const { decodeDecisionRequest, encodeDecisionRequest, decodePosture, encodePosture } = coreCodecs

/** The JSON value with every leaf of it changed. */
const mapLeaves = (change: (leaf: unknown) => unknown, json: unknown): unknown => {
  if (Array.isArray(json)) return json.map((item) => mapLeaves(change, item))
  if (typeof json !== 'object' || json === null) return change(json)
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, mapLeaves(change, value)]))
}

const hasField = (name: string, json: unknown): boolean =>
  typeof json === 'object' &&
  json !== null &&
  (Object.hasOwn(json, name) || Object.values(json).some((inner) => hasField(name, inner)))

const noRequest: DecisionRequest = {
  sessionInfo: { _tag: 'known', sessionId: '', agent: '' },
  bundle: { _tag: 'absent' },
  switchStream: { _tag: 'unread' },
}

/** The mutants of the wire form. */
export const codecMutants: ReadonlyArray<CodecMutant> = [
  {
    name: 'fields that are not known are refused',
    codecs: {
      decodeDecisionRequest: (json) =>
        hasField('time', json) || hasField('title', json)
          ? left([{ path: 'time', expected: 'nothing' }])
          : decodeDecisionRequest(json),
    },
    brokenLaws: ['prose_is_invisible'],
  },
  {
    name: 'times come through',
    codecs: {
      decodeDecisionRequest: (json) => (hasField('timestamp', json) ? right(noRequest) : decodeDecisionRequest(json)),
    },
    brokenLaws: ['wall_clock_is_invisible'],
  },
  {
    name: 'numbers are taken for text',
    codecs: {
      decodeDecisionRequest: (json) => {
        const decoded = decodeDecisionRequest(json)
        const asText = (leaf: unknown) => (leaf === true || leaf === 0 ? String(leaf) : leaf)
        return decoded._tag === 'Right' ? decoded : decodeDecisionRequest(mapLeaves(asText, json))
      },
    },
    brokenLaws: ['nonsense_is_refused_where_it_stands', 'a_decoded_value_is_what_was_written'],
  },
  {
    name: 'lone surrogates are replaced',
    codecs: {
      encodePosture: (posture) =>
        mapLeaves((leaf) => (typeof leaf === 'string' ? Buffer.from(leaf).toString() : leaf), encodePosture(posture)),
    },
    brokenLaws: ['codec_roundtrip'],
  },
  {
    name: 'null is left out',
    codecs: {
      encodeDecisionRequest: (request): unknown =>
        JSON.parse(JSON.stringify(encodeDecisionRequest(request), (_, value: unknown) => value ?? undefined)),
    },
    brokenLaws: ['codec_roundtrip'],
  },
  {
    name: 'errors point at the whole',
    codecs: {
      decodePosture: (json) => {
        const decoded = decodePosture(json)
        return decoded._tag === 'Right' ? decoded : left([{ path: '', expected: 'posture' }])
      },
    },
    brokenLaws: ['nonsense_is_refused_where_it_stands'],
  },
  {
    name: 'decoding throws',
    codecs: {
      decodeDecisionRequest: (json) => {
        if (typeof json !== 'object') throw new TypeError('not an object')
        return decodeDecisionRequest(json)
      },
    },
    brokenLaws: ['a_decoded_value_is_what_was_written', 'decide_is_total'],
  },
]
