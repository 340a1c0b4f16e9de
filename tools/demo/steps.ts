import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Harness } from '@active-mode/fixtures/harness'
import { registryFiles } from '@active-mode/fixtures/registry'
import type { Step } from './Step.js'

const whole = registryFiles('two-modes')
const ship = 'director of ship'
const explore = 'director of explore'

/** The script: one session through every posture, with a compaction in the middle. */
export const steps: ReadonlyArray<Step> = [
  { name: 'a director speaks', act: say('ship'), promises: { ship }, agents: ['ship', 'title'] },
  { name: 'the built-in plan agent', act: say('plan'), promises: {}, agents: ['plan'] },
  { name: 'back to the director', act: say('ship'), promises: { ship }, agents: ['ship'] },
  { name: 'a real compaction', act: (harness, session) => harness.client.summarize(session, { auto: true }), promises: { ship }, agents: ['compaction', 'ship'] },
  { name: 'the turn after it', act: say('ship'), promises: { ship }, agents: ['ship'] },
  { name: 'a dispatched child session', act: dispatch, promises: { ship }, agents: ['ship', 'builder'] },
  { name: 'the other mode', act: say('explore'), promises: { explore }, agents: ['explore'] },
  {
    name: 'the pack removed',
    act: after(remove('ship/pack.toml'), say('ship')),
    promises: { ship: `${ship}, degraded: pack.toml (absent)` },
    agents: ['ship'],
  },
  {
    name: 'the floor raised',
    act: after(edit('ship/mode.toml', (text) => text.replace('plugin = "1"', 'plugin = "2"')), say('ship')),
    promises: { ship: 'unresolvable' },
    agents: ['ship'],
  },
  { name: 'the floor raised, plan agent', act: say('plan'), promises: { plan: 'unresolvable' }, agents: ['plan'] },
  {
    name: 'a manifest torn',
    act: after(edit('ship/mode.toml', (text) => text.slice(0, text.length / 2)), say('ship')),
    promises: { ship: 'unresolvable' },
    agents: ['ship'],
  },
  { name: 'a manifest torn, the other mode', act: say('explore'), promises: { explore }, agents: ['explore'] },
  { name: 'the registry mended', act: after(mend, say('ship')), promises: { ship }, agents: ['ship'] },
]

type Act = Step['act']

function say(agent: string): Act {
  return (harness, session) => harness.client.prompt(session, { agent, text: 'go on' })
}

/** The model asks for a task, and the harness opens a session of the role for it. */
function dispatch(harness: Harness, session: string): Promise<unknown> {
  harness.model.once((request) =>
    request.session === session && request.agent === 'ship'
      ? { kind: 'tools', calls: [{ name: 'task', arguments: { description: 'build it', prompt: 'Build it.', subagent_type: 'builder' } }] }
      : undefined,
  )
  return harness.client.prompt(session, { agent: 'ship', text: 'dispatch the builder' })
}

function after(change: (registry: string) => void, act: Act): Act {
  return (harness, session) => {
    change(harness.registryDir)
    return act(harness, session)
  }
}

function remove(path: string): (registry: string) => void {
  return (registry) => rmSync(join(registry, path))
}

function edit(path: string, change: (text: string) => string): (registry: string) => void {
  return (registry) => writeFileSync(join(registry, path), change(whole[path] ?? ''))
}

function mend(registry: string): void {
  Object.entries(whole).forEach(([path, content]) => writeFileSync(join(registry, path), content))
}
