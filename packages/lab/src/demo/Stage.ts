import type { StandInModel } from '@active-mode/lab/harness'

/** A running harness of either generation, and one session of it, in the words of the demo. */
export interface Stage {
  /** The harness and its version, as the table shows it. */
  readonly name: string
  readonly model: StandInModel
  /** The folder of the mode bundles. */
  readonly registryDir: string
  /** A turn of an agent. */
  readonly say: (agent: string) => Promise<unknown>
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
  { id: 'ship', prompt: 'You direct the ship mode.' },
  { id: 'explore', mode: 'all', description: 'Directs the explore mode.', prompt: 'You direct the explore mode.' },
  { id: 'builder', mode: 'subagent', description: 'Builds what it is told.', prompt: 'You build.' },
] as const
