import type { StandInModel } from '@active-mode/lab/harness'

/** A running harness of either generation, and one session of it, in the words of the demo. */
export interface Stage {
  /** The harness and its version, as the table shows it. */
  readonly name: string
  readonly model: StandInModel
  /** The folder of the mode bundles. */
  readonly registryDir: string
  /** A turn of an agent, which answers a text. */
  readonly say: (agent: string, text?: string) => Promise<unknown>
  /** Compacts the session; on 1.x the agent goes on afterwards. */
  readonly compact: () => Promise<unknown>
  /** A turn of an agent that fills the context window, so that the harness compacts by itself; then the agent speaks again. */
  readonly overflow: (agent: string) => Promise<unknown>
  /** A turn of an agent that opens a session of another one below its own. */
  readonly dispatch: (agent: string, child: string) => Promise<unknown>
  readonly stop: () => Promise<void>
}

/** The agents of the demo: two directors, of which one can be dispatched as well, and a role. */
export const agents = [
  { id: 'ship', prompt: 'You lead the work on this code base.' },
  { id: 'explore', mode: 'all', description: 'Directs the explore mode.', prompt: 'You look for answers.' },
  { id: 'builder', mode: 'subagent', description: 'Builds what it is told.', prompt: 'You build.' },
] as const

/** What the person says first. That it is a campaign, in which mode, and where its ledger is, stands here and nowhere else. */
export const campaign =
  'You direct a campaign in mode ship: a new login. Its ledger: sessions/session-20261201-login.md.'

/** What the stand-in model answers when it is asked for a summary on 1.x. It tells of the work, and not who does it or how. */
export const summary = 'The new login page is built. Two of its tests are red. Next: make them green, then merge.'
