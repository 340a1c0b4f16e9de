import { readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { failAfter, type Reply, type WireRequest } from '../harness/index.js'
import { type Harness2, type Plugin2Record, standIn2Ids } from '../harness2/index.js'
import { cues2, goFile } from '../plugins/probeMarks.js'
import type { Probe2Event, Script2Marks, Situation, StoredMessage2 } from './Observation2.js'
import { readEvents } from './readEvents.js'
import { script2Agents } from './scriptAgents.js'

/** How far the script came, and the first step that failed, if one did. */
export interface Script2End {
  readonly marks: Script2Marks
  readonly failure: string | null
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Waits until it is so; that it never is, is a fact and not a failure. */
const until = async (claim: () => boolean, timeoutMs = 3_000): Promise<boolean> => {
  const started = Date.now()
  while (!claim()) {
    if (Date.now() - started > timeoutMs) return false
    await pause(20)
  }
  return true
}

const { own, other, bare, child } = script2Agents

const toolCall: Reply = { kind: 'tools', calls: [{ name: 'read', arguments: { path: 'no-such-file' } }] }

const nearFull = { prompt: 99_500, completion: 10 }

/** The folder of `…/NAME/server.js`, or the name of a single file. */
const nameOf = ({ id, source }: Plugin2Record): string => {
  const path = typeof source['path'] === 'string' ? source['path'] : (id ?? 'unnamed')
  const file = basename(path).replace(/\.[a-z]+$/, '')
  return /\.[a-z]+$/.test(path) && ['server', 'index', 'other'].includes(file) ? basename(dirname(path)) : file
}

/** Drives the harness through everything the facts need. A step that fails does not keep the others from running. */
export const runScript2 = async (harness: Harness2, say: (line: string) => void): Promise<Script2End> => {
  const { client, model, stage } = harness
  const sessions: { [S in Situation]?: string } = {}
  const events = () => readEvents<Probe2Event>(stage)
  let plugins: Script2Marks['plugins'] = null
  let failure: string | null = null

  const stored: { [session: string]: ReadonlyArray<StoredMessage2> } = {}
  const store = async (session: string) => {
    stored[session] = (await client.messages(session)).map(({ id, type, agent }) => ({
      id,
      type,
      agent: agent ?? null,
    }))
  }
  const step = async (name: string, run: () => Promise<unknown>) => {
    say(`availability: ${name}`)
    try {
      await run()
    } catch (error) {
      failure ??= `${name}: ${error instanceof Error ? error.message : String(error)}`
    }
  }
  // A given title keeps the harness from asking for one, but where the title is what is looked at.
  const open = async (situation: Situation, agent: string | null, title: string | null = 'given') => {
    const { id } = await client.createSession({
      ...(agent === null ? {} : { agent }),
      ...(title === null ? {} : { title }),
    })
    sessions[situation] = id
    return id
  }
  const known = (situation: Situation): string => {
    const session = sessions[situation]
    if (session === undefined) throw new Error(`the session of ${situation} was never created`)
    return session
  }
  const turnOf = (session: string) => (request: WireRequest) =>
    request.session === session && request.kind === 'primary'
  const whatItServes = async () => {
    const answers = await Promise.all(['agent', 'provider', 'model'].map((route) => client.raw('GET', `/api/${route}`)))
    return JSON.stringify(answers.map(({ body }) => body))
  }
  /** The next turn request of the session is answered with what `answer` comes to. */
  const next = (session: string, answer: () => Promise<Reply>) => {
    model.once((request) => (turnOf(session)(request) ? answer() : undefined))
  }

  await step('plain turns', async () => {
    const session = await open('plain', own, null)
    await client.turn(session, 'first')
    await client.switchAgent(session, other)
    await client.turn(session, 'second')
    await until(() => model.requests().some(({ session: whose, kind }) => whose === session && kind === 'title'))
  })
  // Before the first turn the list is not complete.
  await step('plugins', async () => {
    plugins = Object.fromEntries(
      (await client.plugins())
        .filter(({ source }) => source.type !== 'builtin')
        .map((plugin) => [nameOf(plugin), plugin.state.status]),
    )
  })
  await step('manual compaction', async () => {
    await client.compacted(known('plain'))
    await client.turn(known('plain'), 'third')
  })
  await step('generate', () => client.generate(known('plain'), 'beside the turns'))
  await step('retry race', async () => {
    const session = await open('retry', own)
    next(session, () => failAfter(() => client.switchAgent(session, other)))
    await client.turn(session, 'fails once')
  })
  await step('tool race', async () => {
    const session = await open('tool', own)
    next(session, async () => {
      await client.switchAgent(session, other)
      return toolCall
    })
    await client.turn(session, 'calls a tool')
  })
  await step('stream race', async () => {
    const session = await open('stream', own)
    const race = async () => {
      // The answer has begun by now: the rule below was asked first.
      await client.switchAgent(session, other)
      await client.prompt(session, 'queued', { delivery: 'queue' })
    }
    model.once((request) =>
      turnOf(session)(request) ? { kind: 'text', text: 'begun', endsAfter: pause(50).then(race) } : undefined,
    )
    await client.turn(session, 'streams')
  })
  await step('waiting race', async () => {
    const session = await open('waiting', own)
    await client.prompt(session, cues2.wait)
    if (await until(() => events().some((event) => event.event === 'waiting'))) await client.switchAgent(session, other)
    writeFileSync(join(stage.stateDir, goFile), '')
    await client.idle(session)
  })
  await step('meddlers', async () => {
    await client.turn(await open('forged', own), cues2.forge)
    await client.turn(await open('frozen', own), cues2.freeze)
  })
  await step('sub-agent', async () => {
    const session = await open('parent', own)
    next(session, async () => ({
      kind: 'tools',
      calls: [{ name: 'subagent', arguments: { agent: child, description: 'a child', prompt: 'do it' } }],
    }))
    await client.turn(session, 'delegate')
    const born = (await client.sessions()).find(({ parentID }) => parentID === session)
    if (born !== undefined) sessions.child = born.id
  })
  await step('automatic compaction', async () => {
    const session = await open('automatic', own)
    await client.turn(session, 'before')
    next(session, async () => ({ ...toolCall, usage: nearFull }))
    await client.turn(session, 'fills the window')
  })
  await step('agents without a prompt', async () => {
    await client.turn(await open('bare', bare), 'who are you?')
    await client.turn(await open('default', null), 'who are you?')
  })
  await step('fork', async () => {
    const fork = await client.fork(known('plain'))
    sessions.fork = fork.id
    await client.turn(fork.id, 'in the fork')
  })
  await step('messages protocol', async () => {
    const { id } = await client.createSession({ agent: own, title: 'given', model: standIn2Ids.messages })
    sessions.messages = id
    await client.turn(id, 'by another protocol')
  })
  await step('hot reload', async () => {
    const session = await open('reload', own)
    const served = await whatItServes()
    next(session, async () => {
      const path = join(stage.pluginDir, 'probe', 'server.js')
      writeFileSync(path, `${readFileSync(path, 'utf8')}\n// Edited.\n`)
      await until(() => events().filter((event) => event.event === 'setup').length > 1)
      // While the plugins after it are set up again the harness lacks agents and providers, and a request would fail for that.
      const started = Date.now()
      while ((await whatItServes()) !== served && Date.now() - started < 5_000) await pause(50)
      return toolCall
    })
    await client.turn(session, 'goes on over a reload')
  })
  await step('deletion', async () => {
    const session = await open('deleted', own)
    await client.deleteSession(session)
    await until(() =>
      events().some((event) => event.event === 'bus' && event.type === 'session.deleted' && event.session === session),
    )
  })
  await step('stored messages', async () => {
    for (const [situation, session] of Object.entries(sessions)) if (situation !== 'deleted') await store(session)
  })
  await step('warming', async () => {
    await harness.restart({ warming: { interval: '1 second', duration: '1 minute' } })
    const session = await open('warming', own)
    await client.turn(session, 'keep me warm')
    await until(
      () => model.requests().some(({ session: whose, kind }) => whose === session && kind === 'generate'),
      8_000,
    )
    await store(session)
    // Or the next one would be under way when all is over.
    await client.deleteSession(session)
  })
  return { marks: { sessions, stored, plugins }, failure }
}
