import type { FaultRule } from '../faults/index.js'
import type { Tampering2 } from '../plugins/probe2.js'

/** Ways to falsify the first generation's answers on their way to the plugins, to show that the fixture computes its record. */
export const tamperings = {
  'session-info-lacks-agent': { path: '^/session/[^/]+$', fault: { kind: 'without-fields', fields: ['agent'] } },
  'session-get-fails': {
    path: '^/session/[^/]+$',
    fault: { kind: 'answer', status: 500, body: '{"name":"UnknownError","data":{"message":"falsified"}}' },
  },
  'messages-lack-agents': { path: '^/session/[^/]+/message$', fault: { kind: 'without-fields', fields: ['agent'] } },
} as const satisfies { readonly [name: string]: FaultRule }

export type Tampering = keyof typeof tamperings

const tamperings2: ReadonlyArray<string> = [
  'request-lacks-agent',
  'context-never-called',
] satisfies ReadonlyArray<Tampering2>

/** The environment variable that makes a run falsified, for the test that shows what happens then. */
export const tamperingVariable = 'ACTIVE_MODE_AVAILABILITY_DOCTOR'

const isTampering = (name: string): name is Tampering => name in tamperings
const isTampering2 = (name: string): name is Tampering2 => tamperings2.includes(name)

/** What the environment asks for, under the generation that it is for; none: a run as it is. Throws on a name that is none. */
export const tamperingInForce = (
  environment: NodeJS.ProcessEnv = process.env,
): { readonly first?: Tampering; readonly second?: Tampering2 } => {
  const name = environment[tamperingVariable]
  if (name === undefined || name === '') return {}
  if (isTampering(name)) return { first: name }
  if (isTampering2(name)) return { second: name }
  throw new Error(`${tamperingVariable} must be one of ${[...Object.keys(tamperings), ...tamperings2].join(', ')}`)
}
