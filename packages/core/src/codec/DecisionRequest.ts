import * as t from 'io-ts'
import type * as Model from '../model/DecisionRequest.js'
import { RegistryBundle } from './RegistryBundle.js'
import { SessionInfo } from './SessionInfo.js'
import { SwitchStream } from './SwitchStream.js'

export const DecisionRequest: t.Type<Model.DecisionRequest, unknown> = t.strict(
  { sessionInfo: SessionInfo, bundle: RegistryBundle, switchStream: SwitchStream },
  'decision request',
)
