import { decodeOptions } from '@active-mode/harness-adapter/library'
import type { Cli } from '../Command.js'
import { ownConfigFile } from '../setup/live/configSources.js'
import { findHarness, harnessName, otherHarnesses } from '../setup/live/findHarness.js'
import { readSetup } from '../setup/live/readSetup.js'
import { checkHarness, checkOthers } from './checkHarness.js'
import { checkLog, checkNotices } from './checkLog.js'
import { checkPlugin, decidingCopy } from './checkPlugin.js'
import { checkRegistry } from './checkRegistry.js'
import type { Diagnosis } from './Diagnosis.js'
import { builtPlugin, readContracts } from './live/builtFiles.js'
import { lookAtLog, lookAtNotices } from './live/lookAtLog.js'
import { lookAtRegistry } from './live/lookAtRegistry.js'

/** What is looked at, where it is not what the harness's config says. */
export interface DiagnoseOptions {
  readonly registry?: string | undefined
  readonly log?: string | undefined
  readonly harness?: string | undefined
}

/** Checks everything that a block depends on. What is missing is a finding, never a crash. */
export const diagnose = async (
  { io, assets }: Pick<Cli, 'io' | 'assets'>,
  options: DiagnoseOptions,
): Promise<ReadonlyArray<Diagnosis>> => {
  const { env, home, directory } = io
  const settings = { env, home, directory }
  const harness = await findHarness(harnessName(options.harness, env), settings)
  const setup = await readSetup(settings, harness)
  const { options: given } = decodeOptions(decidingCopy(setup)?.options)
  const registry = await lookAtRegistry(options.registry ?? given.registry ?? undefined, io)
  const log = options.log === undefined ? given.decisionLog : io.absolute(options.log)
  return [
    ...checkRegistry({ ...registry, agents: setup.agents }),
    ...checkPlugin(setup, { configFile: ownConfigFile(settings), built: builtPlugin(setup.generation) }),
    checkHarness(harness, readContracts(assets.contracts)),
    ...checkOthers(harness, options.harness === undefined ? await otherHarnesses(harness, settings) : []),
    ...checkNotices(lookAtNotices(log, settings)),
    ...checkLog(lookAtLog(log, settings)),
  ]
}
