import type { Arbitrary } from 'fast-check'
import type { Decode, Encode } from '@active-mode/core'
import {
  decodeDecisionLogLine,
  decodeDecisionRequest,
  decodePosture,
  decodeRegistryBundle,
  decodeSessionInfo,
  decodeSwitchStream,
  encodeDecisionLogLine,
  encodeDecisionRequest,
  encodePosture,
  encodeRegistryBundle,
  encodeSessionInfo,
  encodeSwitchStream,
} from '@active-mode/core'
import {
  arbitraryModeBundle,
  arbitraryPosture,
  arbitraryRegistryBundle,
  arbitraryRichDecisionRequest,
  arbitrarySessionInfo,
  arbitrarySwitchStream,
} from '@active-mode/fixtures'
import { arbitraryDecisionLogLine } from './arbitraryDecisionLogLine.js'
import * as places from './places.js'
import * as samples from './samples.js'

/** A type that the core reads and writes, with values of it and with what belongs where in them. */
export interface WireType {
  readonly name: string
  readonly decode: Decode<unknown>
  readonly encode: Encode<unknown>
  readonly samples: ReadonlyArray<readonly [unknown, places.Places]>
  readonly arbitrary: Arbitrary<unknown>
}

const wireType = <A>(
  name: string,
  decode: Decode<A>,
  encode: Encode<A>,
  values: ReadonlyArray<A>,
  placesOf: (value: A) => places.Places,
  arbitrary: Arbitrary<A>,
): WireType => ({
  name,
  decode,
  encode: (value) => encode(value as A),
  samples: values.map((value) => [value, placesOf(value)]),
  arbitrary,
})

export const wireTypes: ReadonlyArray<WireType> = [
  wireType(
    'SessionInfo',
    decodeSessionInfo,
    encodeSessionInfo,
    samples.sessionInfos,
    places.sessionInfoPlaces,
    arbitrarySessionInfo,
  ),
  wireType(
    'RegistryBundle',
    decodeRegistryBundle,
    encodeRegistryBundle,
    samples.registryBundles,
    places.registryBundlePlaces,
    arbitraryRegistryBundle(arbitraryModeBundle),
  ),
  wireType(
    'SwitchStream',
    decodeSwitchStream,
    encodeSwitchStream,
    samples.switchStreams,
    places.switchStreamPlaces,
    arbitrarySwitchStream,
  ),
  wireType(
    'DecisionRequest',
    decodeDecisionRequest,
    encodeDecisionRequest,
    samples.decisionRequests,
    places.decisionRequestPlaces,
    arbitraryRichDecisionRequest,
  ),
  wireType('Posture', decodePosture, encodePosture, samples.postures, places.posturePlaces, arbitraryPosture),
  wireType(
    'DecisionLogLine',
    decodeDecisionLogLine,
    encodeDecisionLogLine,
    samples.decisionLogLines,
    places.decisionLogLinePlaces,
    arbitraryDecisionLogLine,
  ),
]
