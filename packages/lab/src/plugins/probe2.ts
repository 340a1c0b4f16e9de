import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HookEvent, Probe2Event } from '../availability/Observation2.js'
import type { Context, Plugin2, RequestEvent, SystemEvent } from './api2.js'
import { newestUser, saysNow } from './newestUser2.js'
import { cues2, goFile, probe2Marker, probeFile, type SystemHook, systemHooks } from './probeMarks.js'
import { settingsOf } from './settings.js'

/** Ways to falsify what a second-generation harness hands to the probe: it names no agent any more, or it has renamed its hook. */
export type Tampering2 = 'request-lacks-agent' | 'context-never-called'

export interface Probe2Settings {
  readonly tampering: Tampering2 | null
}

/** Milliseconds within which a call of the session API must answer inside the hook, and a hook must be let go. */
const deadline2Ms = 5_000

const { tampering } = settingsOf<Probe2Settings>()
const folder = process.env['XDG_STATE_HOME'] ?? ''
mkdirSync(folder, { recursive: true })
const file = join(folder, probeFile)

const report = (event: Probe2Event): void => appendFileSync(file, `${JSON.stringify(event)}\n`)

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const reported = (): number => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').length : 0)

/** Kept beyond a hot reload, which makes this module anew. A later process counts on from where the one before it was. */
const shared = globalThis as { [key: symbol]: { runs: number; calls: number } | undefined }
const kept = (shared[Symbol.for('active-mode.availability')] ??= { runs: 0, calls: reported() })

const ask = async (call: () => ReturnType<Context['session']['get']>): Promise<HookEvent['get']> => {
  const started = performance.now()
  type Ended = Omit<HookEvent['get'], 'ms'>
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Ended>((resolve) => {
    timer = setTimeout(() => resolve({ how: 'timed-out', agent: null }), deadline2Ms)
  })
  const asked = async (): Promise<Ended> => {
    try {
      return { how: 'data', agent: text((await call())?.agent) }
    } catch {
      return { how: 'thrown', agent: null }
    }
  }
  const ended = await Promise.race([asked(), late])
  clearTimeout(timer)
  return { ...ended, ms: performance.now() - started }
}

const waitForGo = async (session: string | null): Promise<void> => {
  report({ event: 'waiting', session })
  const started = Date.now()
  while (!existsSync(join(folder, goFile)) && Date.now() - started < deadline2Ms) await pause(10)
}

const onSystem =
  (ctx: Context, hook: SystemHook) =>
  async (event: SystemEvent): Promise<void> => {
    const call = kept.calls++
    const session = text(event.sessionID)
    const seen = {
      event: 'hook',
      hook,
      call,
      keys: Object.keys(event).sort(),
      session,
      agent: text(event.agent),
      parts: event.system.length,
      marked: JSON.stringify(event.system).includes('probe-'),
      user: text(newestUser(event)?.id),
    } as const
    if (hook === 'context' && saysNow(event, cues2.wait)) await waitForGo(session)
    const get = await ask(() => ctx.session.get({ sessionID: event.sessionID }))
    let pushed = true
    try {
      event.system.push({ type: 'text', text: probe2Marker(hook, call, 'pushed') })
    } catch {
      pushed = false
    }
    event.system = [...event.system, { type: 'text', text: `\n${probe2Marker(hook, call, 'assigned')}` }]
    report({ ...seen, pushed, get })
  }

const onRequest =
  (name: 'model.request' | 'http.request') =>
  async (event: RequestEvent): Promise<void> => {
    const body = name === 'http.request' ? await event.request.clone().text() : null
    report({
      event: name,
      session: text(event.sessionID),
      agent: text(event.agent),
      kind: text(event.kind),
      markers: body?.match(/probe-[a-z]+-[0-9]+-assigned\./g) ?? [],
      bytes: body === null ? null : Buffer.byteLength(body),
    })
  }

const heard = /^session\.(created|deleted|agent\.selected|step\.started|compaction\.(started|ended))$/

const listen = async (ctx: Context, signal: AbortSignal): Promise<void> => {
  try {
    for await (const { type, data, durable } of ctx.event.subscribe({ signal }))
      if (heard.test(type))
        report({
          event: 'bus',
          type,
          session: text(data?.sessionID),
          agent: text(data?.agent),
          assistant: text(data?.assistantMessageID),
          seq: typeof durable?.seq === 'number' ? durable.seq : null,
        })
  } catch {
    // Ended by the clean-up.
  }
}

/** Registers a hook by a name that the harness may not know. */
const hookUnder = (ctx: Context, name: string, run: (event: SystemEvent) => unknown): void =>
  ctx.session.hook(name as SystemHook, run)

const tryUnknownHook = (ctx: Context): 'accepted' | 'thrown' => {
  try {
    hookUnder(ctx, 'no-such-hook', () => undefined)
    return 'accepted'
  } catch {
    return 'thrown'
  }
}

/** The harness takes the registration of an unknown name in silence, and never calls it. */
const hookContext = (ctx: Context): void => {
  const run = onSystem(ctx, 'context')
  if (tampering === 'context-never-called') hookUnder(ctx, 'context-renamed', run)
  else if (tampering === null) ctx.session.hook('context', run)
  else
    ctx.session.hook('context', async (event) => {
      const { agent } = event
      delete event.agent
      await run(event).finally(() => (event.agent = agent))
    })
}

/**
 * The probe of the second generation. It runs inside the real harness's hooks, splices markers, and reports what it saw; it judges
 * nothing. It never throws and never waits longer than `deadline2Ms`.
 */
const probe2: Plugin2 = {
  id: 'availability-probe',
  setup: (ctx) => {
    const ending = new AbortController()
    report({
      event: 'setup',
      run: ++kept.runs,
      keys: Object.keys(ctx).sort(),
      version: text(ctx.app?.version),
      unknownHook: tryUnknownHook(ctx),
    })
    hookContext(ctx)
    for (const hook of systemHooks) if (hook !== 'context') ctx.session.hook(hook, onSystem(ctx, hook))
    ctx.session.hook('model.request', onRequest('model.request'))
    ctx.session.hook('http.request', onRequest('http.request'))
    ctx.session.hook('prompt', ({ sessionID, messageID }) =>
      report({ event: 'prompt', session: text(sessionID), message: text(messageID) }),
    )
    void listen(ctx, ending.signal)
    return () => {
      ending.abort()
      report({ event: 'cleanup' })
    }
  },
}

export default probe2
