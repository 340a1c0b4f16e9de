import type { RegistryBundle } from '@active-mode/core'
import type { Exchange, Received } from '../../src/verify/Exchange.js'
import type { MachinePlugin } from '../../src/verify/MachinePlugin.js'
import type { VerifyRun } from '../../src/verify/VerifyRun.js'

/** A block as the plugin writes it, for one agent. */
export const blockOf = (agent: string, via = 'session-info'): string =>
  [
    '## Active mode',
    '',
    `posture: director — mode \`${agent}\` (agent \`${agent}\`)`,
    '',
    `stamp: agent=${agent} mode=${agent} via=${via} registry=sha256:0`,
    '<!-- /active-mode -->',
  ].join('\n')

export const sent = (...system: ReadonlyArray<string>): Received => ({ _tag: 'sent', system, others: [] })

/** A turn of a director, as promised unless something else was received. */
export const turnOf = (agent: string, received?: Received): Exchange => ({
  occasion: 'turn',
  agent,
  prompt: `You direct ${agent}.`,
  promised: blockOf(agent),
  received: received ?? sent(`You direct ${agent}.\n\n<env>\n</env>\n\n${blockOf(agent)}`),
})

/** A turn of a copilot, which is promised nothing. */
export const copilotTurn = (received: Received = sent('You build.')): Exchange => ({
  occasion: 'turn',
  agent: 'build',
  prompt: null,
  promised: null,
  received,
})

/** A plugin that a config names. */
export const pluginAt = (path: string, isOurs = false, options?: unknown): MachinePlugin => ({
  spec: path,
  from: '/home/.config/opencode/opencode.json',
  options,
  target: { _tag: 'file', path },
  key: path,
  isOurs,
  isThere: true,
})

export const registryOf = (...agents: ReadonlyArray<string>): RegistryBundle => ({
  _tag: 'staged',
  digest: 'sha256:0',
  floors: [],
  broken: [],
  ledger: null,
  modes: agents.map((agent) => ({
    mode: agent,
    agent,
    aliases: [],
    pack: { _tag: 'missing', part: 'pack.toml', why: 'absent', detail: '' },
    ledgerRule: { _tag: 'missing', part: 'card.md', why: 'absent', detail: '' },
  })),
})

/** A run in which all is well, changed as given. */
export const runOf = (change: Partial<VerifyRun> = {}): VerifyRun => ({
  harness: { path: '/bin/opencode', version: '1.18.33', generation: 1, contract: 'primary' },
  isPure: false,
  plugins: [pluginAt('/plugins/active-mode.js', true)],
  elsewhere: [],
  configFile: '/home/.config/opencode/opencode.json',
  registry: { path: '/home/modes', bundle: registryOf('ship') },
  agents: [
    { id: 'ship', isPrimary: true, prompt: 'You direct ship.' },
    { id: 'build', isPrimary: true, prompt: null },
  ],
  exchanges: [turnOf('ship'), copilotTurn()],
  trace: { decisions: [], failed: [], isLoaded: true },
  culprit: { _tag: 'not-looked-for' },
  ...change,
})
