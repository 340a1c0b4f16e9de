import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin2, RequestEvent, SystemEvent } from './api2.js'
import { settingsOf } from './settings.js'

/** What a neighbour on the second generation does to the event of a hook. */
export type Deed =
  /** Freezes the system parts, or the whole event. */
  | 'freeze'
  | 'freeze-event'
  /** Makes `system` an own property that takes no value. */
  | 'lock'
  /** Takes all parts out, or puts others in their place. */
  | 'empty'
  | 'replace'
  /** Writes another agent, or something that is none. */
  | 'forge-plan'
  | 'forge-ship'
  | 'no-agent'
  | 'null-agent'
  | 'empty-agent'
  | 'number-agent'
  | 'object-agent'
  | 'no-session'
  | 'throw'
  /** Waits until the deed is undone. */
  | 'wait'
  /** Of the request itself: a body that streams, one of bytes that are no text, a huge one, one that never ends by itself. */
  | 'stream-body'
  | 'binary-body'
  | 'huge-body'
  | 'slow-body'

const hooks = ['context', 'compaction', 'generate', 'title', 'prompt', 'model.request', 'http.request'] as const

/** A deed of one neighbour in one hook. */
export interface Meddling2 {
  readonly who: 'earlier' | 'later'
  readonly hook: (typeof hooks)[number]
  readonly deed: Deed
}

export interface Neighbour2Settings {
  /** Holds the deeds of a session in `SESSION.json`, and gets a file where a hook waits. */
  readonly folder: string
  readonly who: Meddling2['who']
}

type Event = SystemEvent & RequestEvent

const { folder, who } = settingsOf<Neighbour2Settings>()

/** How many bytes a huge body has more. */
const hugeBytes = 20 * 1024 * 1024

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const deedsOf = (session: string): ReadonlyArray<Meddling2> => {
  const file = join(folder, `${session}.json`)
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return []
  }
}

const textOf = (event: Event): Promise<string> => event.request.clone().text()

const withBody = (event: Event, body: NonNullable<RequestInit['body']>): void => {
  event.request = new Request(event.request, { body, duplex: 'half' })
}

/** Hands the second half of the body over only so many milliseconds after the first. */
const slowly = async (event: Event, ms: number): Promise<void> => {
  const bytes = new TextEncoder().encode(await textOf(event))
  const half = Math.floor(bytes.length / 2)
  const stream = new ReadableStream({
    start: async (controller) => {
      controller.enqueue(bytes.slice(0, half))
      await pause(ms)
      controller.enqueue(bytes.slice(half))
      controller.close()
    },
  })
  withBody(event, stream)
}

const wait = async (session: string, hook: Meddling2['hook']): Promise<void> => {
  const mark = join(folder, [session, who, hook, 'waiting'].join(' '))
  const isWaiting = (each: Meddling2) => each.who === who && each.hook === hook && each.deed === 'wait'
  writeFileSync(mark, '')
  while (deedsOf(session).some(isWaiting)) await pause(10)
  rmSync(mark, { force: true })
}

const act: Readonly<Record<Deed, (event: Event, session: string, hook: Meddling2['hook']) => unknown>> = {
  freeze: (event) => Object.freeze(event.system),
  'freeze-event': (event) => Object.freeze(event),
  lock: (event) => Object.defineProperty(event, 'system', { value: event.system, writable: false, enumerable: true }),
  empty: (event) => (event.system = []),
  replace: (event) => (event.system = [{ type: 'text', text: 'Another plugin knows better.' }]),
  'forge-plan': (event) => Object.assign(event, { agent: 'plan' }),
  'forge-ship': (event) => Object.assign(event, { agent: 'ship' }),
  'no-agent': (event) => Reflect.deleteProperty(event, 'agent'),
  'null-agent': (event) => Object.assign(event, { agent: null }),
  'empty-agent': (event) => Object.assign(event, { agent: '' }),
  'number-agent': (event) => Object.assign(event, { agent: 7 }),
  'object-agent': (event) => Object.assign(event, { agent: { id: 'ship' } }),
  'no-session': (event) => Reflect.deleteProperty(event, 'sessionID'),
  throw: () => {
    throw new Error('a neighbour failed on purpose')
  },
  wait: (_, session, hook) => wait(session, hook),
  'stream-body': (event) => slowly(event, 50),
  'slow-body': (event) => slowly(event, 2500),
  'binary-body': (event) => withBody(event, new Uint8Array([0x7b, 0xff, 0xfe, 0x00, 0x7d])),
  'huge-body': async (event) => withBody(event, (await textOf(event)) + ' '.repeat(hugeBytes)),
}

const meddle =
  (hook: Meddling2['hook']) =>
  async (event: unknown): Promise<void> => {
    const given = event as Event
    const session = String(given.sessionID)
    for (const each of deedsOf(session))
      if (each.who === who && each.hook === hook) await act[each.deed](given, session, hook)
  }

/** Does in a session what its file says, before or after the plugin under test. */
const neighbour2: Plugin2 = {
  id: `neighbour-${who}`,
  setup: (ctx) => {
    for (const hook of hooks) ctx.session.hook(hook, meddle(hook))
    return undefined
  },
}

export default neighbour2
