import type { SystemHook } from '../plugins/probeMarks.js'
import type { Observed } from './Observation.js'

/** The situations that the script makes, each a session of its own but for those of `plain`. */
export const situations = [
  'plain',
  'retry',
  'tool',
  'stream',
  'waiting',
  'forged',
  'frozen',
  'parent',
  'child',
  'automatic',
  'bare',
  'default',
  'fork',
  'messages',
  'reload',
  'warming',
  'deleted',
] as const

export type Situation = (typeof situations)[number]

export interface StoredMessage2 {
  readonly id: string
  readonly type: string
  readonly agent: string | null
}

/** What the script did, as far as it got. */
export interface Script2Marks {
  /** The session of each situation that was reached. */
  readonly sessions: { readonly [S in Situation]?: string }
  /** The messages of each session when the script was over, oldest first. */
  readonly stored: { readonly [session: string]: ReadonlyArray<StoredMessage2> }
  /** The state of each plugin that the harness lists, by id or by the name of its folder or file. */
  readonly plugins: { readonly [name: string]: string } | null
}

/** One call of a hook with a system text, as the probe saw it. */
export interface HookEvent {
  readonly event: 'hook'
  readonly hook: SystemHook
  readonly call: number
  readonly keys: ReadonlyArray<string>
  readonly session: string | null
  readonly agent: string | null
  readonly parts: number
  /** A text of the probe stood there already when the hook was called. */
  readonly marked: boolean
  readonly pushed: boolean
  /** The id of the newest user message handed over. */
  readonly user: string | null
  readonly get: { readonly how: 'data' | 'thrown' | 'timed-out'; readonly ms: number; readonly agent: string | null }
}

/** `model.request` or `http.request`; of the latter the probe's markers in the body, and its length in bytes. */
export interface RequestEvent {
  readonly event: 'model.request' | 'http.request'
  readonly session: string | null
  readonly agent: string | null
  readonly kind: string | null
  readonly markers: ReadonlyArray<string>
  readonly bytes: number | null
}

/** An event of the harness's stream. */
export interface BusEvent {
  readonly event: 'bus'
  readonly type: string
  readonly session: string | null
  readonly agent: string | null
  readonly assistant: string | null
  readonly seq: number | null
}

export type Probe2Event =
  | HookEvent
  | RequestEvent
  | BusEvent
  | {
      readonly event: 'setup'
      readonly run: number
      readonly keys: ReadonlyArray<string>
      readonly version: string | null
      readonly unknownHook: 'accepted' | 'thrown'
    }
  | { readonly event: 'cleanup' }
  | { readonly event: 'prompt'; readonly session: string | null; readonly message: string | null }
  | { readonly event: 'waiting'; readonly session: string | null }
  | { readonly event: 'form'; readonly form: string; readonly options: unknown }

/** Everything one run of the fixture observed: from inside the hooks, in order, and on the wire. */
export type Observation2 = Observed<Script2Marks, Probe2Event>

/** The observation of a run that never came to anything. */
export const nothingObserved2: Observation2 = {
  marks: { sessions: {}, stored: {}, plugins: null },
  events: [],
  wire: [],
}
