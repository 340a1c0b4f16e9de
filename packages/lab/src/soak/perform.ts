import { failAfter, type Reply } from '@active-mode/lab/harness'
import { editRegistry } from './editRegistry.js'
import { instruct } from './instruct.js'
import { runBeside } from './runBeside.js'
import type { Stage } from './Stage.js'
import type { Action } from './Story.js'

/** Does one action of a story on the real harness. */
export const perform = async (stage: Stage, action: Action): Promise<void> => {
  const { client } = stage.harness
  if (action.kind === 'edit') return editRegistry(stage.registryDir, action)
  if (action.kind === 'disturb') return stage.disturber.set(action.disturbance)
  if (action.kind === 'shorten') return stage.shortener.set(action.on ? 'strip-environment' : null)
  if (action.kind === 'instruct') return instruct(stage, action.sample)
  if (action.kind === 'once') return runBeside(stage, action.agent)
  const id = await sessionOf(stage, action.session)
  // The harness stores the selection with the message, before the turn begins.
  const prompt = async (agent: string | null, text: string, noReply = false): Promise<void> => {
    if (!noReply) stage.spoken.add(id)
    stage.selected.set(id, agent ?? defaultAgent)
    await client.prompt(id, { ...(agent === null ? {} : { agent }), text, noReply })
  }
  switch (action.kind) {
    case 'prompt':
      return prompt(action.agent, 'go on')
    case 'switch':
      stage.selected.set(id, action.agent)
      await client.switchAgent(id, action.agent)
      return
    case 'compact':
      if (stage.spoken.has(id)) await client.summarize(id, { auto: true })
      return
    case 'fill':
      stage.plans.set(id, (request) =>
        request.agent === action.agent
          ? { kind: 'text', text: 'much', usage: { prompt: 99_000, completion: 500 } }
          : undefined,
      )
      return prompt(action.agent, 'fill the context')
    case 'fork':
      if (stage.spoken.has(id)) stage.sessions.set(action.session, (await client.fork(id)).id)
      return
    case 'renew': {
      await client.deleteSession(id)
      const renewed = await client.createSession(action.agent === null ? {} : { agent: action.agent })
      stage.sessions.set(action.session, renewed.id)
      if (action.agent !== null) stage.selected.set(renewed.id, action.agent)
      return
    }
    case 'dispatch':
      stage.plans.set(id, (request) => (request.agent === action.agent ? dispatch : undefined))
      return prompt(action.agent, 'dispatch the builder')
    case 'inject':
      return prompt(action.agent, 'by the way', true)
    case 'race':
      stage.plans.set(id, (request) =>
        request.agent === action.agent ? failAfter(() => prompt(action.other, 'by the way', true)) : undefined,
      )
      return prompt(action.agent, 'go on')
  }
}

/** Whom the harness takes where a prompt names nobody. */
const defaultAgent = 'build'

const sessionOf = async (stage: Stage, session: number): Promise<string> => {
  const known = stage.sessions.get(session)
  if (known !== undefined) return known
  const { id } = await stage.harness.client.createSession({})
  stage.sessions.set(session, id)
  return id
}

const dispatch: Reply = {
  kind: 'tools',
  calls: [{ name: 'task', arguments: { description: 'build it', prompt: 'Build it.', subagent_type: 'builder' } }],
}
