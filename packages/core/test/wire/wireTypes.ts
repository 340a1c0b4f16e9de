import type { Arbitrary } from 'fast-check'
import type { Decode, Encode } from '@active-mode/core'
import * as core from '@active-mode/core'
import type { Codec } from '@active-mode/core/schema'
import * as wire from '@active-mode/core/schema'
import * as fixtures from '@active-mode/fixtures'
import { type Places, placesOf } from './placesOf.js'
import { samplesOf } from './samplesOf.js'

/** A type that the core reads and writes, with values of it and with what belongs where in them. */
export interface WireType {
  readonly name: string
  readonly decode: Decode<unknown>
  readonly encode: Encode<unknown>
  readonly samples: ReadonlyArray<readonly [unknown, Places]>
  readonly arbitrary: Arbitrary<unknown>
}

const wireType = <A>(
  name: string,
  codec: Codec<A>,
  decode: Decode<A>,
  encode: Encode<A>,
  arbitrary: Arbitrary<A>,
): WireType => ({
  name,
  decode,
  encode: (value) => encode(value as A),
  samples: samplesOf(codec).map((value) => [value, placesOf(codec, value)]),
  arbitrary,
})

export const wireTypes: ReadonlyArray<WireType> = [
  wireType(
    'SessionInfo',
    wire.sessionInfo,
    core.decodeSessionInfo,
    core.encodeSessionInfo,
    fixtures.arbitrarySessionInfo,
  ),
  wireType(
    'RegistryBundle',
    wire.registryBundle,
    core.decodeRegistryBundle,
    core.encodeRegistryBundle,
    fixtures.arbitraryRegistryBundle(fixtures.arbitraryModeBundle),
  ),
  wireType(
    'SwitchStream',
    wire.switchStream,
    core.decodeSwitchStream,
    core.encodeSwitchStream,
    fixtures.arbitrarySwitchStream,
  ),
  wireType(
    'DecisionRequest',
    wire.decisionRequest,
    core.decodeDecisionRequest,
    core.encodeDecisionRequest,
    fixtures.arbitraryRichDecisionRequest,
  ),
  wireType('Posture', wire.posture, core.decodePosture, core.encodePosture, fixtures.arbitraryPosture),
  wireType(
    'DecisionLogLine',
    wire.decisionLogLine,
    core.decodeDecisionLogLine,
    core.encodeDecisionLogLine,
    fixtures.arbitraryDecisionLogLine,
  ),
]
