import { setTimeout as pause } from 'node:timers/promises'
import type { HarnessClient } from '@active-mode/lab/harness'
import { type Harness2Client, standIn2Ids } from '@active-mode/lab/harness2'
import { elementsOf, fieldsOf, textOf } from '../../Fields.js'
import { decodeLoadStates } from '../../setup/decodeConfig.js'
import type { Conversation, HarnessAgent } from '../Conversation.js'

/** How long one turn may take, in milliseconds: a plugin that hangs must not hold up the report. */
const turnMs = 25_000

export const converse1 = (client: HarnessClient): Conversation => ({
  agents: async () => elementsOf((await client.raw('GET', '/agent')).body).flatMap(agentOf),
  // A session with a title is not asked for one.
  open: async (agent) => (await client.createSession({ agent, title: 'active-mode verify' })).id,
  say: async (session, agent, text) => {
    const { info } = await client.prompt(session, { agent, text, timeoutMs: turnMs })
    const error = fieldsOf(info.error)
    if (info.error !== undefined)
      throw new Error(textOf(fieldsOf(error['data'])['message']) ?? textOf(error['name']) ?? 'the turn failed')
  },
  compact: (session) => client.summarize(session, { auto: true, timeoutMs: turnMs }),
  loaded: () => Promise.resolve(null),
})

/** How long the plugins of 2.x may stay as they are before they count as loaded, and how long that may take, in milliseconds. */
const [settledMs, patienceMs] = [700, 20_000]

/** 2.x loads plugins and agents behind its first answer, so it is asked until the answers stay as they are. */
const settledAgents = async (client: Harness2Client): Promise<unknown> => {
  const started = Date.now()
  const ask = async (before: string, since: number): Promise<unknown> => {
    const [plugins, agents] = await Promise.all([client.raw('GET', '/api/plugin'), client.raw('GET', '/api/agent')])
    const now = JSON.stringify([plugins.body, agents.body])
    const isSettled = now === before && Date.now() - since >= settledMs && decodeLoadStates(plugins.body).length > 0
    if (isSettled || Date.now() - started > patienceMs) return agents.body
    await pause(100)
    return ask(now, now === before ? since : Date.now())
  }
  return ask('', started)
}

export const converse2 = (client: Harness2Client): Conversation => ({
  agents: async () => elementsOf(fieldsOf(await settledAgents(client))['data']).flatMap(agentOf),
  open: async (agent) =>
    (await client.createSession({ agent, title: 'active-mode verify', model: standIn2Ids.chat })).id,
  say: async (session, _, text) => {
    await client.turn(session, text, turnMs)
  },
  compact: (session) => client.compacted(session, turnMs),
  loaded: async () => decodeLoadStates((await client.raw('GET', '/api/plugin')).body),
})

/** Both generations list agents in the same words; the first calls the id `name` and the prompt `prompt`. */
const agentOf = (listed: unknown): ReadonlyArray<HarnessAgent> => {
  const { id, name, mode, hidden, native, prompt, system } = fieldsOf(listed)
  const known = textOf(id) ?? textOf(name)
  return known === null
    ? []
    : [
        {
          id: known,
          isPrimary: mode !== 'subagent' && hidden !== true && !isOwn(known, native),
          prompt: textOf(prompt) ?? textOf(system),
        },
      ]
}

const isOwn = (id: string, native: unknown): boolean =>
  native === true ? !['build', 'plan'].includes(id) : ['title', 'summary', 'compaction'].includes(id)
