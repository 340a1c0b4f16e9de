import { type HarnessProcess, type Runnable, startHarnessProcess } from './harnessProcess.js'
import type { RawResponse } from './httpClient.js'
import type { StandInModel } from './StandInModel.js'

/** What of a stage is needed to run a harness on it, of either generation. */
interface AnyStage<O> extends Runnable {
  readonly model: StandInModel
  readonly configure: (options: O) => void
  readonly dispose: () => Promise<void>
}

/** The real harness, serving on loopback from temporary folders, with a stand-in model. */
export interface Running<C, S, O> {
  /** Address and process of the run now going on; both change with `restart`. */
  readonly url: string
  readonly pid: number
  /** For further runs over the same folders, e.g. `runOnce({ stage: harness.stage, … })`. */
  readonly stage: S
  readonly client: C
  readonly model: StandInModel
  /** What it has printed since it was first booted, its own log included. */
  readonly logs: () => string
  /** Milliseconds from the start of the process until it first answered, of the last start. */
  readonly bootMs: number
  /** Ends it and starts it again over the same folders, with what is given changed in its config. */
  readonly restart: (options?: O) => Promise<void>
  /** Ends it, its stand-in model and its folders. May be called twice. */
  readonly stop: () => Promise<void>
}

/** How a generation of the harness is asked. */
export interface Asking<C> {
  /** A client of the harness at `url()`. */
  readonly connect: (url: () => string) => C
  /** A first question, and whether its answer says that the harness is up. */
  readonly ready: {
    readonly path: string
    readonly ask: (client: C, path: string, timeoutMs: number) => Promise<RawResponse>
    readonly isUp: (answer: RawResponse) => boolean
  }
  /** Milliseconds until it must have listened, and again until it must have answered; default 30,000. */
  readonly bootTimeoutMs?: number | undefined
}

// The first request to a harness that is still starting may never be answered, so it is asked with short patience.
const waitReady = async <C>(client: C, { ready }: Asking<C>, running: HarnessProcess, timeoutMs: number) => {
  const started = Date.now()
  const ask = async (patienceMs: number): Promise<void> => {
    try {
      const answer = await ready.ask(client, ready.path, patienceMs)
      if (ready.isUp(answer)) return
      throw new Error(`GET ${ready.path} answered ${String(answer.status)}`)
    } catch (error) {
      if (Date.now() - started > timeoutMs)
        throw new Error(
          `the harness did not become ready within ${String(timeoutMs)} ms (${String(error)}): ${running.logs().slice(-2_000)}`,
          { cause: error },
        )
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
    return ask(Math.min(patienceMs * 2, 10_000))
  }
  return ask(2_000)
}

/** Runs a harness on a stage. Whatever fails on the way, no process and no folder is left behind. */
export const runStage = async <C, S extends AnyStage<O>, O>(stage: S, asking: Asking<C>): Promise<Running<C, S, O>> => {
  const timeoutMs = asking.bootTimeoutMs ?? 30_000
  const past: string[] = []
  let running: HarnessProcess | undefined
  let bootMs = 0

  const current = (): HarnessProcess => {
    if (running === undefined) throw new Error('the harness is not running')
    return running
  }
  const client = asking.connect(() => current().url)

  const start = async () => {
    const started = Date.now()
    running = await startHarnessProcess(stage, timeoutMs)
    await waitReady(client, asking, running, timeoutMs)
    bootMs = Date.now() - started
  }
  const end = async () => {
    if (running === undefined) return
    const ending = running
    running = undefined
    await ending.end()
    past.push(ending.logs())
  }
  const stop = async () => {
    try {
      await end()
    } finally {
      await stage.dispose()
    }
  }

  try {
    await start()
  } catch (error) {
    await stop()
    throw error
  }
  return {
    get url() {
      return current().url
    },
    get pid() {
      return current().pid
    },
    get bootMs() {
      return bootMs
    },
    stage,
    client,
    model: stage.model,
    logs: () => [...past, running?.logs() ?? ''].join(''),
    restart: async (changed) => {
      await end()
      if (changed !== undefined) stage.configure(changed)
      await start()
    },
    stop,
  }
}
