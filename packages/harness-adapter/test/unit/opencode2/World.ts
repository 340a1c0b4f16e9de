import type { RegistryBundle } from '@active-mode/core'
import type { Clock } from '../../../src/environment/Clock.js'
import { clock as liveClock } from '../../../src/environment/live/clock.js'
import type { JournalLine } from '../../../src/notice/Journal.js'
import { nothingSaid } from '../../../src/notice/speaker.js'
import { createOpenRequests } from '../../../src/opencode2/OpenRequests.js'
import { createProgram, type Memory, type Program } from '../../../src/opencode2/program.js'
import { defaultOptions } from '../../../src/options/Options.js'
import type { Decision } from '../../../src/request/Decision.js'
import { twoDirectors } from '../twoDirectors.js'

/** All that the program for the harness 2.x reaches, as a test sets it, and what the program made of it. */

export interface World {
  readonly program: Program
  readonly held: ReadonlyArray<Decision>
  /** What was written, and the decisions that were held for it, line by line. */
  readonly lines: ReadonlyArray<Decision>
  readonly heldFor: ReadonlyArray<Decision | undefined>
  readonly said: ReadonlyArray<string>
  readonly journal: ReadonlyArray<JournalLine>
  /** Another instance over the same memory, as after a hot reload or for another project. */
  readonly another: () => Program
}

export const worldOf = (
  bundle: RegistryBundle | Promise<RegistryBundle> | (() => RegistryBundle | Promise<RegistryBundle>) = twoDirectors,
  deadlineMs = 100,
  clock: Clock = liveClock,
): World => {
  const now = (): RegistryBundle | Promise<RegistryBundle> => (typeof bundle === 'function' ? bundle() : bundle)
  const lines: Decision[] = []
  const held: Decision[] = []
  const heldFor: (Decision | undefined)[] = []
  const said: string[] = []
  const journal: JournalLine[] = []
  let requests = 0
  const memory: Memory = { said: nothingSaid(), requests: createOpenRequests(new Map()), next: () => (requests += 1) }
  const another = (): Program =>
    createProgram(
      {
        registry: { current: () => null, snapshot: async () => now() },
        journal: {
          write: (line) => {
            journal.push(line)
            said.push(line.message)
          },
          toast: () => undefined,
        },
        decisions: {
          hold: (decision) => void held.push(decision),
          write: (decision, before) => {
            lines.push(decision)
            heldFor.push(before)
          },
        },
        clock,
      },
      { ...defaultOptions, deadlineMs },
      memory,
    )
  return { program: another(), held, lines, heldFor, said, journal, another }
}

const first: ReadonlyArray<{ readonly type: string; readonly text: string }> = [{ type: 'text', text: 'first' }]
export const eventOf = (agent: string) => ({ sessionID: 'ses_1', agent, system: first })
/** The text of an event's last part. */
export const lastOf = (event: ReturnType<typeof eventOf>): string => event.system.at(-1)?.text ?? ''
/** Lets answers that wait for nothing come. */
export const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5))
