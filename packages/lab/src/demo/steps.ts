import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { registryFiles } from '@active-mode/fixtures/registry'
import { campaign, type Stage } from './Stage.js'

/** One scene of the demo: what is done, and what is promised to each agent whose turn reaches the model meanwhile. */
export interface Step {
  readonly name: string
  readonly act: (stage: Stage) => Promise<unknown>
  /** By agent; an agent that is not named is promised nothing, and no request that the harness makes for itself is. */
  readonly promises: Readonly<Record<string, string>>
  /** The agents of which at least one turn has to reach the model. */
  readonly agents: ReadonlyArray<string>
  /** What the harness has to ask for itself. */
  readonly asks?: 'title' | 'compaction'
}

const whole = registryFiles('two-modes')
const ship = 'director of ship'
const explore = 'director of explore'

/** The script: one session through every posture, with a compaction by hand and one that the harness makes by itself. */
export const steps: ReadonlyArray<Step> = [
  { name: 'a director speaks', act: say('ship', campaign), promises: { ship }, agents: ['ship'], asks: 'title' },
  { name: 'the built-in plan agent', act: say('plan'), promises: {}, agents: ['plan'] },
  { name: 'back to the director', act: say('ship'), promises: { ship }, agents: ['ship'] },
  { name: 'a real compaction', act: (stage) => stage.compact(), promises: { ship }, agents: [], asks: 'compaction' },
  { name: 'the turn after it', act: say('ship'), promises: { ship }, agents: ['ship'] },
  {
    name: 'a full context window',
    act: (stage) => stage.overflow('ship'),
    promises: { ship },
    agents: ['ship'],
    asks: 'compaction',
  },
  {
    name: 'a dispatched role',
    act: (stage) => stage.dispatch('ship', 'builder'),
    promises: { ship },
    agents: ['ship', 'builder'],
  },
  {
    name: 'a dispatched director',
    act: (stage) => stage.dispatch('ship', 'explore'),
    promises: { ship, explore },
    agents: ['ship', 'explore'],
  },
  { name: 'the other mode', act: say('explore'), promises: { explore }, agents: ['explore'] },
  {
    name: 'the pack removed',
    act: after(remove('ship/pack.toml'), say('ship')),
    promises: { ship: `${ship}, degraded: pack.toml (absent)` },
    agents: ['ship'],
  },
  {
    name: 'the floor raised',
    act: after(
      edit('ship/mode.toml', (text) => text.replace('plugin = "1"', 'plugin = "2"')),
      say('ship'),
    ),
    promises: { ship: 'unresolvable' },
    agents: ['ship'],
  },
  { name: 'the floor raised, plan agent', act: say('plan'), promises: { plan: 'unresolvable' }, agents: ['plan'] },
  {
    name: 'a manifest torn',
    act: after(
      edit('ship/mode.toml', (text) => text.slice(0, text.length / 2)),
      say('ship'),
    ),
    promises: { ship: 'unresolvable' },
    agents: ['ship'],
  },
  { name: 'a manifest torn, the other mode', act: say('explore'), promises: { explore }, agents: ['explore'] },
  { name: 'the registry mended', act: after(mend, say('ship')), promises: { ship }, agents: ['ship'] },
]

/** The same as far as the turn after the compaction, where there is no plugin: nothing is promised. */
export const stepsWithout: ReadonlyArray<Step> = steps
  .slice(0, steps.findIndex(({ asks }) => asks === 'compaction') + 2)
  .map((step) => ({ ...step, promises: {} }))

type Act = Step['act']

function say(agent: string, text?: string): Act {
  return (stage) => stage.say(agent, text)
}

function after(change: (registry: string) => void, act: Act): Act {
  return (stage) => {
    change(stage.registryDir)
    return act(stage)
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
