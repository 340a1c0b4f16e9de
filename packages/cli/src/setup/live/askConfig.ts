import { type HarnessConfig, type LoadState, parsePrintedConfig } from '../decodeConfig.js'
import { generationOf, type HarnessFound } from '../HarnessSetup.js'
import { type ConfigRefusal, parseRefusal } from '../parseRefusal.js'
import { askServer } from './askServer.js'
import type { SetupSettings } from './configSources.js'
import { quietly } from './quietly.js'
import { runHarness } from './runHarness.js'

/** What a harness answered when it was asked for its config. */
export type Asked =
  /** `loaded`: what came of each plugin; `null` on 1.x, which does not say. */
  | ({
      readonly _tag: 'answered'
      readonly path: string
      readonly loaded: ReadonlyArray<LoadState> | null
    } & HarnessConfig)
  | ({ readonly _tag: 'refused' } & ConfigRefusal)
  | { readonly _tag: 'no-answer'; readonly why: string }

/** How long a harness may take to tell its config, in milliseconds. */
const patience = 30_000

/** Asks a harness for its config, each generation in its own way (design 7). */
export const askConfig = async (
  harness: HarnessFound,
  settings: SetupSettings,
  patienceMs: number = patience,
): Promise<Asked> => {
  if (harness._tag !== 'found') return { _tag: 'no-answer', why: 'there is no harness to ask' }
  switch (generationOf(harness.version)) {
    case 1:
      return askProgram(harness.path, settings, patienceMs)
    case 2: {
      const answer = await askServer(harness.path, settings, patienceMs)
      return typeof answer === 'string'
        ? { _tag: 'no-answer', why: answer }
        : { _tag: 'answered', path: harness.path, ...answer }
    }
    default:
      return { _tag: 'no-answer', why: `version ${harness.version} is of a generation that is not known` }
  }
}

/** 1.x prints its whole config (`debug config`), with the plugins that it would load, and runs no hook. */
const askProgram = (path: string, settings: SetupSettings, patienceMs: number): Promise<Asked> =>
  quietly(settings, async ({ env, movedBack }): Promise<Asked> => {
    const run = await runHarness(path, ['debug', 'config'], { env, directory: settings.directory, patienceMs })
    switch (run._tag) {
      case 'not-there':
        return { _tag: 'no-answer', why: 'it could not be started' }
      case 'too-slow':
        return { _tag: 'no-answer', why: `it did not answer within ${run.afterMs / 1000} s` }
      case 'ended':
        return run.code === 0 ? answerOf(path, movedBack(run.stdout)) : refusedBy(run.code, run.stderr)
    }
  })

const answerOf = (path: string, printed: string): Asked => {
  const config = parsePrintedConfig(printed)
  return config === null
    ? { _tag: 'no-answer', why: 'it printed no config' }
    : { _tag: 'answered', path, loaded: null, ...config }
}

/** What else it said is not shown, since it may quote the config. */
const refusedBy = (code: number | null, stderr: string): Asked => {
  const refusal = parseRefusal(stderr)
  return refusal === null
    ? { _tag: 'no-answer', why: `it ended with exit code ${String(code)}` }
    : { _tag: 'refused', ...refusal }
}
