import type { WireRequest } from '../harness/index.js'
import { probe2Marker } from '../plugins/probeMarks.js'
import type { HookEvent, Observation2, RequestEvent, Situation } from './Observation2.js'

/** One model request, joined to the hook calls that were made for it. */
export interface Request2 {
  readonly wire: WireRequest
  /** The situation of the script that its session belongs to; null for none. */
  readonly situation: Situation | null
  /** The calls whose re-assigned marker the model received with it. */
  readonly calls: ReadonlyArray<HookEvent>
  readonly model: RequestEvent | null
  readonly http: RequestEvent | null
}

/** True if the request was made for a turn of the script. */
export const isTurn2 = ({ wire }: Request2): boolean => wire.kind === 'primary'

/** The only call of `context` that the request was made with; null where there was none, or more than one. */
export const contextOf = ({ calls }: Request2): HookEvent | null => {
  const [first, ...others] = calls.filter(({ hook }) => hook === 'context')
  return first === undefined || others.length > 0 ? null : first
}

/**
 * Joins model requests to hook calls by the markers that the probe spliced, and to `model.request` and `http.request`
 * by their order within one session and kind.
 */
export const requests2Of = ({ events, wire, marks }: Observation2): ReadonlyArray<Request2> => {
  const hooks = events.flatMap((event) => (event.event === 'hook' ? [event] : []))
  const requests = (name: RequestEvent['event'], { session, kind }: WireRequest) =>
    events.flatMap((event) => (event.event === name && event.session === session && event.kind === kind ? [event] : []))
  const placeOf = (sent: WireRequest) =>
    wire.filter(({ session, kind, index }) => session === sent.session && kind === sent.kind && index < sent.index)
      .length
  const situationOf = (session: string | null) =>
    (Object.entries(marks.sessions) as ReadonlyArray<readonly [Situation, string]>).find(
      ([, id]) => id === session,
    )?.[0] ?? null
  return wire.map((sent) => ({
    wire: sent,
    situation: situationOf(sent.session),
    calls: hooks.filter(({ hook, call }) =>
      sent.system.some((text) => text.includes(probe2Marker(hook, call, 'assigned'))),
    ),
    model: requests('model.request', sent)[placeOf(sent)] ?? null,
    http: requests('http.request', sent)[placeOf(sent)] ?? null,
  }))
}
