import type { SystemHook } from '../plugins/probeMarks.js'
import { fact, type Facts } from './Facts.js'
import type { HookEvent, Observation2 } from './Observation2.js'
import { contextOf, isTurn2, type Request2 } from './Request2.js'
import { all, share, unique } from './share.js'

/** What else passes through hooks beside turns, and what the two hooks on the way to the wire say. */
export const kindFacts2 = ({ events }: Observation2, requests: ReadonlyArray<Request2>): Facts => {
  const calls = events.flatMap((event) => (event.event === 'hook' ? [event] : []))
  const ofKind = (kind: SystemHook) => requests.filter(({ wire }) => wire.kind === kind)
  const ownHook = (kind: SystemHook) => (request: Request2) =>
    request.calls.length === 1 && request.calls[0]?.hook === kind
  const named = ({ calls: made, wire }: Request2) => made.length === 1 && made[0]?.agent === wire.agent
  const keys = (hook: SystemHook) => unique(calls.filter((call) => call.hook === hook).flatMap((call) => call.keys))
  const warm = ofKind('generate').filter(({ situation }) => situation === 'warming')
  const titles = calls.filter(({ hook }) => hook === 'title')
  const forged = requests.filter(({ situation, wire }) => situation === 'forged' && wire.kind === 'primary')
  const truth = ({ model, wire }: Request2) => model !== null && model.agent === wire.agent && model.kind === wire.kind
  const lied = (request: Request2) => contextOf(request)?.agent !== request.wire.agent
  const carried = ({ http, calls: made, wire }: Request2) =>
    http !== null &&
    made.every((call) => http.markers.includes(`probe-${call.hook}-${String(call.call)}-assigned.`)) &&
    wire.headers['content-length'] === String(http.bytes)
  const decided = requests.filter(({ calls: made }) => made.length > 0)
  const place = (event: HookEvent | Request2['model']) => (event === null ? -1 : events.indexOf(event))
  const ordered = ({ calls: [call], model, http }: Request2) =>
    call !== undefined && place(call) >= 0 && place(call) < place(model) && place(model) < place(http)
  return [
    fact('compaction-has-its-own-hook', all(ofKind('compaction'), ownHook('compaction')), {
      manual: share(
        ofKind('compaction').filter(({ situation }) => situation === 'plain'),
        ownHook('compaction'),
      ),
      automatic: share(
        ofKind('compaction').filter(({ situation }) => situation === 'automatic'),
        ownHook('compaction'),
      ),
      keys: keys('compaction'),
    }),
    fact('compaction-names-the-request-agent', all(ofKind('compaction'), named), share(ofKind('compaction'), named)),
    fact('generate-has-its-own-hook', all(ofKind('generate'), ownHook('generate')), {
      requests: share(ofKind('generate'), ownHook('generate')),
      keys: keys('generate'),
    }),
    fact('generate-names-the-request-agent', all(ofKind('generate'), named), share(ofKind('generate'), named)),
    fact(
      'warming-passes-the-generate-hook',
      all(warm, (request) => ownHook('generate')(request) && named(request)),
      share(warm, ownHook('generate')),
    ),
    fact('title-has-its-own-hook', all(ofKind('title'), ownHook('title')), {
      requests: share(ofKind('title'), ownHook('title')),
      keys: keys('title'),
    }),
    fact(
      'title-names-no-agent',
      all(titles, ({ agent }) => agent === null),
      share(titles, ({ agent }) => agent === null),
    ),
    fact('model-request-names-agent-and-kind', all(requests, truth), {
      kinds: unique(requests.flatMap(({ model }) => model?.kind ?? [])),
      turns: share(requests.filter(isTurn2), truth),
      others: share(
        requests.filter((request) => !isTurn2(request)),
        truth,
      ),
    }),
    fact(
      'model-request-survives-a-forged-agent',
      forged.length > 0 && forged.every(lied) ? forged.every(truth) : null,
      {
        request: forged.map(({ wire }) => wire.agent),
        context: forged.map((request) => contextOf(request)?.agent ?? null),
        modelRequest: forged.map(({ model }) => model?.agent ?? null),
      },
    ),
    fact('http-request-holds-the-final-body', all(requests, carried), {
      requests: share(requests, carried),
      kinds: unique(requests.flatMap(({ http }) => http?.kind ?? [])),
    }),
    fact('hooks-come-in-order', all(decided, ordered), {
      order: ['the hook of its kind', 'model.request', 'http.request'],
      requests: share(decided, ordered),
    }),
  ]
}
