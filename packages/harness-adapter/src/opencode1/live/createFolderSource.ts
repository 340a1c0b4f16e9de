import { isAbsolute } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { fieldsOf } from '../../environment/foreign.js'
import { clock } from '../../environment/live/clock.js'
import { processWide } from '../../environment/memory.js'
import type { HarnessFolder } from '../../registry/live/resolveRoot.js'
import type { HarnessClient } from '../HarnessClient.js'
import { askHarness } from './askHarness.js'

/** What this process knows of the harness's config folder. */
interface Shared {
  answer: HarnessFolder
  asking: Promise<unknown> | null
  /** When the call under way began, on a clock that only goes forward, in milliseconds. */
  askedAt: number
  failures: number
}

/** How long a call may take before another one is made, in milliseconds. No request waits for that long. */
const patience = 10_000

/** After so many refusals the harness is taken to have no such folder. */
const mostFailures = 3

/**
 * The harness's own config folder: `config` of `client.path.get()`, the same on every recorded version, and another one than
 * opencode's in a fork. Asked once a process, and again only where the call failed. A request waits at most `ms` milliseconds
 * for it; after that there is no answer yet (`isTold` is false).
 */
export const createFolderSource =
  (client: HarnessClient | undefined, ms: number): (() => Promise<HarnessFolder>) =>
  async () => {
    if (client === undefined) return { folder: null, isTold: true }
    const shared = processWide('harness-folder/1', isShared, nothingAsked)
    if (shared.answer.isTold) return shared.answer
    if (shared.asking === null) {
      shared.askedAt = clock.elapsed()
      shared.asking = ask(client, shared)
    }
    await clock.within(Math.max(0, shared.askedAt + ms - clock.elapsed()), shared.asking, () => null)
    return shared.answer
  }

const ask = async (client: HarnessClient, shared: Shared): Promise<void> => {
  const answer = await askHarness(patience, () =>
    client.path === undefined ? Promise.resolve({}) : client.path.get({}),
  )
  const { config } = fieldsOf(E.isRight(answer) ? answer.right : null)
  shared.asking = null
  if (typeof config === 'string' && isAbsolute(config)) shared.answer = { folder: config, isTold: true }
  else if ((shared.failures += 1) >= mostFailures) shared.answer = { folder: null, isTold: true }
}

const nothingAsked = (): Shared => ({ answer: { folder: null, isTold: false }, asking: null, askedAt: 0, failures: 0 })

const isShared = (value: unknown): value is Shared => 'isTold' in fieldsOf(fieldsOf(value)['answer'])
