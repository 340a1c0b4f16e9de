import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ProbeEvent } from '../availability/Observation.js'
import { agentName, type Answer, type Message, type Plugin } from './api.js'
import { deadlineMs, landingCue, probeFile, probeMarker } from './probeMarks.js'
import { settingsOf } from './settings.js'

export interface ProbeSettings {
  /** Whose prompt lands where a prompt asks for it. */
  readonly otherAgent: string
}

/** How a call of the client ended. */
interface Asked {
  readonly how: 'data' | 'error' | 'thrown' | 'timed-out'
  readonly status: number | null
  readonly data?: unknown
}

/** What a list may hold, as far as the probe looks: messages, agents, records of the v2 list. */
interface Listed extends Partial<Omit<Message, 'parts'>> {
  readonly hidden?: boolean
  readonly name?: string
  readonly prompt?: unknown
  readonly native?: boolean
  readonly builtIn?: boolean
  readonly type?: string
  readonly id?: string
  readonly agent?: string
}

const { otherAgent } = settingsOf<ProbeSettings>()
const folder = process.env['XDG_STATE_HOME'] ?? ''
mkdirSync(folder, { recursive: true })

const report = (event: ProbeEvent): void => appendFileSync(join(folder, probeFile), `${JSON.stringify(event)}\n`)

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Runs one call of the client; how it ended is a value. */
const ask = async (call: () => Promise<Answer>): Promise<Asked & { readonly ms: number }> => {
  const started = performance.now()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Asked>((resolve) => {
    timer = setTimeout(() => resolve({ how: 'timed-out', status: null }), deadlineMs)
  })
  const asked = async (): Promise<Asked> => {
    try {
      const answer = await call()
      const status = answer?.response?.status ?? null
      return answer?.data === undefined ? { how: 'error', status } : { how: 'data', status, data: answer.data }
    } catch {
      return { how: 'thrown', status: null }
    }
  }
  const ended = await Promise.race([asked(), late])
  clearTimeout(timer)
  return { ...ended, ms: performance.now() - started }
}

const listOf = ({ data }: Asked): ReadonlyArray<Listed | undefined> | null => {
  const list = isObject(data) && !Array.isArray(data) ? data['data'] : data
  return Array.isArray(list) ? list : null
}

/** The prompt of a listed agent; empty where the list holds none. */
const promptOf = ({ prompt }: Listed): string => (typeof prompt === 'string' ? prompt : '')

let calls = 0
const landed = new Set<string | undefined>()

/**
 * The probe of the first generation. It runs inside the real harness's hooks, asks the session API there, splices a marker, and reports
 * what it saw; it judges nothing. It never throws and never waits longer than `deadlineMs` for one call.
 */
const probe: Plugin = async (context) => {
  const client = context?.client
  report({
    event: 'factory',
    client: isObject(client),
    sessionGet: typeof client?.session?.get === 'function',
    rawGet: typeof client?._client?.get === 'function',
  })
  let agents: ReturnType<typeof ask> | undefined
  const listAgents = () => (agents ??= ask(() => client.app.agents()))

  return {
    event: async ({ event }) => {
      if (event?.type === 'session.deleted')
        report({ event: 'deleted', session: event.properties?.info?.id ?? event.properties?.sessionID ?? null })
    },
    'chat.message': async (input, output) => {
      report({ event: 'prompted', session: input?.sessionID ?? null, id: output?.message?.id ?? null })
    },
    'chat.params': async (input) => {
      report({ event: 'params', session: input?.sessionID ?? null, agent: agentName(input?.agent) ?? null })
    },
    'experimental.session.compacting': async (input) => {
      report({ event: 'compacting', session: input?.sessionID ?? null })
    },
    'experimental.chat.messages.transform': async (_, output) => {
      const messages = output?.messages ?? []
      const user = messages.findLast((message) => message?.info?.role === 'user')
      const { id, sessionID, agent } = user?.info ?? {}
      report({
        event: 'witness',
        session: sessionID ?? null,
        agent: agent ?? null,
        id: id ?? null,
        endsOn: messages.at(-1)?.info?.role ?? null,
      })
      const isCue = (user?.parts ?? []).some((part) => typeof part?.text === 'string' && part.text.includes(landingCue))
      if (!isCue || landed.has(id)) return
      landed.add(id)
      const { how } = await ask(() =>
        client.session.prompt({
          path: { id: sessionID },
          body: { noReply: true, agent: otherAgent, parts: [{ type: 'text', text: 'landed' }] },
        }),
      )
      report({ event: 'landed', session: sessionID ?? null, how })
    },
    'experimental.chat.system.transform': async (input, output) => {
      const call = calls++
      const session = input?.sessionID
      const entries = output.system.length
      const text = output.system.filter((entry) => typeof entry === 'string').join('\n')
      const path = { path: { id: session } }
      const get = await ask(() => client.session.get(path))
      const list = await ask(() => client.session.messages(path))
      const v2 = await ask(() => client._client.get({ url: `/api/session/${String(session)}/message` }))
      const health = await ask(() => client._client.get({ url: '/global/health' }))
      const hidden = (listOf(await listAgents()) ?? []).flatMap((agent) => (agent?.hidden === true ? [agent] : []))
      const data = isObject(get.data) ? get.data : null
      const version = isObject(health.data) ? health.data['version'] : null
      report({
        event: 'call',
        call,
        keys: Object.keys(input ?? {}).sort(),
        session: typeof session === 'string' ? session : null,
        entries,
        environment: text.includes('<env>'),
        get: { how: get.how, status: get.status, ms: get.ms, isObject: data !== null, agent: data?.['agent'] ?? null },
        messages:
          listOf(list)?.map((message) => ({
            id: message?.info?.id ?? null,
            role: message?.info?.role ?? null,
            agent: message?.info?.agent ?? null,
            open: message?.info?.role === 'assistant' && !message.info.time?.completed,
          })) ?? null,
        switches:
          listOf(v2)?.flatMap((record) =>
            record?.type === 'agent-switched' ? [{ id: record.id ?? null, agent: record.agent ?? null }] : [],
          ) ?? null,
        version: typeof version === 'string' ? version : null,
        hidden: hidden.map((agent) => ({
          name: agent.name ?? '',
          prompt: promptOf(agent) !== '',
          mark: (['native', 'builtIn'] as const).find((field) => agent[field] === true) ?? null,
        })),
        contains: hidden.flatMap((agent) =>
          promptOf(agent) !== '' && text.includes(promptOf(agent)) ? [agent.name ?? ''] : [],
        ),
      })
      const last = output.system.length - 1
      if (last < 0) output.system.push(probeMarker(call, 'in-place'))
      else output.system[last] += `\n${probeMarker(call, 'in-place')}`
      output.system = [...output.system, probeMarker(call, 'reassigned')]
    },
  }
}

export default probe
