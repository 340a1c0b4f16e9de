import { randomBytes } from 'node:crypto'
import type { RegistryBundle } from '@active-mode/core'
import { readRegistryOnce } from '@active-mode/harness-adapter/library'
import { asking, runStage, type StandInModel, startStandInModel } from '@active-mode/lab/harness'
import { asking2 } from '@active-mode/lab/harness2'
import type { Conversation } from '../Conversation.js'
import type { CopyOptions } from '../CopyOptions.js'
import { converse1, converse2 } from './converse.js'
import { copyMachine, type MachineCopy } from './copyMachine.js'

/** A copy of this machine's set-up with the harness running on it. */
export interface RunningCopy {
  readonly copy: MachineCopy
  readonly conversation: Conversation
  readonly model: StandInModel
  readonly bundle: RegistryBundle
  /** What the harness has printed, with this user's own paths. */
  readonly logs: () => string
}

export interface RunOptions extends Omit<CopyOptions, 'modelUrl'> {
  /** The executable. */
  readonly binary: string
}

/**
 * Copies the set-up, boots the harness on it, does something with it, and ends it all. Then `after` may look at what it left behind. Whatever
 * happens, a signal included, no process and no folder stays.
 */
export const withCopy = async <A, B>(
  { binary, ...options }: RunOptions,
  use: (running: RunningCopy) => Promise<A>,
  after: (copy: MachineCopy, logs: string, used: A) => B,
): Promise<B> => {
  const model = await startStandInModel()
  const copy = await copyMachine({ ...options, modelUrl: model.url }).catch(async (error: unknown) => {
    await model.stop()
    throw error
  })
  const dispose = async (): Promise<void> => {
    await model.stop()
    copy.remove()
  }
  try {
    const { directory, registry } = copy
    const password = randomBytes(16).toString('hex')
    const env = { ...copy.env, [options.generation === 1 ? 'OPENCODE_SERVER_PASSWORD' : 'OPENCODE_PASSWORD']: password }
    const { bundle } = await readRegistryOnce(registry, Date.now())
    // The stage is disposed of here, after a last look.
    const stage = { binary, directory, env, model, configure: () => undefined, dispose: () => Promise.resolve() }
    const booted = await (options.generation === 1
      ? runStage(stage, asking(password)).then((harness) => ({ harness, conversation: converse1(harness.client) }))
      : runStage(stage, asking2(password, directory)).then((harness) => ({
          harness,
          conversation: converse2(harness.client),
        })))
    const { harness, conversation } = booted
    const logs = (): string => copy.movedBack(harness.logs())
    const used = await use({ copy, conversation, model, bundle, logs }).finally(() => harness.stop())
    return after(copy, logs(), used)
  } finally {
    await dispose()
  }
}
