import { setTimeout } from 'node:timers/promises'
import type { Reply, WireRequest } from '@active-mode/lab/harness'
import { editRegistry } from '../editRegistry.js'
import { sampleOf, staleBlock } from '../staleSample.js'
import { race2 } from './race2.js'
import { runToEnd, saveNeighbour } from './runToEnd.js'
import type { Stage2 } from './Stage2.js'
import type { Action2 } from './Story2.js'

/** Does one action of a story on the real harness of the second generation. */
export const perform2 = async (stage: Stage2, action: Action2): Promise<void> => {
  const { client } = stage.harness
  if (action.kind === 'edit') return editRegistry(stage.registryDir, action)
  if (action.kind === 'reload') return saveNeighbour(stage)
  if (action.kind === 'neighbour') {
    stage.neighbours[action.place].set(action.deed)
    if (action.place === 'before') stage.sample = action.deed === 'sample' ? sampleOf(staleBlock) : null
    return
  }
  const id = await sessionOf(stage, action.session)
  const run = async (act: () => Promise<unknown>): Promise<void> => {
    stage.spoken.add(id)
    await runToEnd(stage, id, act)
    // A turn that failed leaves its plan behind.
    stage.plans.delete(id)
  }
  // A prompt names no agent here: the session's selection counts.
  const prompt = (agent: string | null, text: string): Promise<void> =>
    run(async () => {
      if (agent !== null) await client.switchAgent(id, agent)
      await client.prompt(id, text)
    })
  const plan = (reply: () => Reply | Promise<Reply>): void => {
    stage.plans.set(id, ({ kind }: WireRequest) => (kind === 'primary' ? reply() : undefined))
  }
  switch (action.kind) {
    case 'prompt':
      return prompt(action.agent, 'go on')
    case 'switch':
      return client.switchAgent(id, action.agent)
    case 'race': {
      const { reply, over } = race2(client, id, action)
      plan(reply)
      await prompt(action.agent, 'go on')
      // The cut may have come when the run was over, and begun another.
      await over()
      return client.idle(id)
    }
    case 'compact':
      if (!stage.spoken.has(id)) return
      await runToEnd(stage, id, () => client.compact(id))
      stage.spoken.delete(id)
      return
    case 'fill':
      plan(() => ({ kind: 'text', text: 'much', usage: { prompt: 99_000, completion: 500 } }))
      await prompt(action.agent, 'fill the context')
      return prompt(null, 'go on')
    case 'fork': {
      if (!stage.spoken.has(id)) return
      const fork = await client.fork(id)
      stage.spoken.add(fork.id)
      stage.sessions.set(action.session, fork.id)
      return
    }
    case 'renew': {
      await client.deleteSession(id)
      stage.sessions.set(
        action.session,
        (await client.createSession(action.agent === null ? {} : { agent: action.agent })).id,
      )
      return
    }
    case 'dispatch':
      plan(() => ({
        kind: 'tools',
        calls: [{ name: 'subagent', arguments: { agent: action.child, description: 'do it', prompt: 'Do it.' } }],
      }))
      return prompt(action.agent, `dispatch ${action.child}`)
    case 'synthetic':
      return run(() => client.synthetic(id, 'news from elsewhere'))
    case 'command':
      return run(() => client.command(id, action.name))
    case 'beside': {
      plan(async () => {
        await client.generate(id, 'beside the turn', 60_000)
        return { kind: 'text', text: 'done' }
      })
      return prompt(action.agent, 'go on')
    }
    case 'revert': {
      const said = (await client.messages(id)).filter(({ type }) => type === 'user')
      const message = said[action.place % said.length]
      if (message !== undefined) await client.stageRevert(id, message.id)
      return prompt(null, 'another one')
    }
    case 'reload-amid':
      plan(async () => {
        saveNeighbour(stage)
        await setTimeout(action.afterMs)
        return { kind: 'tools', calls: [{ name: 'read', arguments: { path: 'no-such-file' } }] }
      })
      return prompt(action.agent, 'go on over a reload')
  }
}

const sessionOf = async (stage: Stage2, session: number): Promise<string> => {
  const known = stage.sessions.get(session)
  if (known !== undefined) return known
  const { id } = await stage.harness.client.createSession()
  stage.sessions.set(session, id)
  return id
}
