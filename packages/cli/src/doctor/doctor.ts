import { isAbsolute, join, resolve } from 'node:path'
import { decisionFolder, decodeOptions } from '@active-mode/harness-adapter/library'
import type { ExitCode, Io } from '../Io.js'
import { askVersion, otherHarnesses } from '../setup/live/askVersion.js'
import { configFolder } from '../setup/live/configSources.js'
import { readSetup } from '../setup/live/readSetup.js'
import { paintFor } from '../show/Paint.js'
import { checkHarness, checkOthers } from './checkHarness.js'
import { checkLog } from './checkLog.js'
import { checkNotices } from './checkNotices.js'
import { checkPlugin, decidingCopy } from './checkPlugin.js'
import { checkRegistry } from './checkRegistry.js'
import type { Diagnosis } from './Diagnosis.js'
import { doctorTable } from './doctorTable.js'
import { builtPlugin } from './live/builtPlugin.js'
import { lookAtLog } from './live/lookAtLog.js'
import { lookAtNotices } from './live/lookAtNotices.js'
import { lookAtRegistry } from './live/lookAtRegistry.js'
import { readContracts } from './live/readContracts.js'
import type { LogView } from './LogView.js'

export interface DoctorOptions {
  readonly registry?: string | undefined
  readonly log?: string | undefined
  readonly harness?: string | undefined
  readonly json?: boolean | undefined
}

/** `doctor`: looks at all that has to be right for a block to be spliced. What is not there is a finding, never a crash. */
export const doctor = async (io: Io, options: DoctorOptions, contracts: URL): Promise<ExitCode> => {
  const { env, home, directory } = io
  const harness = await askVersion(options.harness ?? env['ACTIVE_MODE_HARNESS'] ?? 'opencode', {
    env,
    home,
    directory,
  })
  const setup = await readSetup({ env, home, directory }, harness)
  const { options: given } = decodeOptions(decidingCopy(setup)?.options)
  const registry = await lookAtRegistry(options.registry ?? given.registry ?? undefined, io)
  const logOption = options.log === undefined ? given.decisionLog : resolve(directory, options.log)
  const isRelative =
    options.log === undefined &&
    typeof given.decisionLog === 'string' &&
    !isAbsolute(given.decisionLog) &&
    !/^~(?:\/|$)/.test(given.decisionLog)
  const findings: ReadonlyArray<Diagnosis> = [
    ...checkRegistry({ ...registry, agents: setup.agents }),
    ...checkPlugin(setup, {
      configFile: join(configFolder({ env, home }), 'opencode.json'),
      built: builtPlugin(setup.generation),
    }),
    checkHarness(harness, readContracts(contracts)),
    ...checkOthers(
      harness,
      options.harness === undefined ? await otherHarnesses(harness, { env, home, directory }) : [],
    ),
    ...checkNotices(
      lookAtNotices(decisionFolder({ option: logOption === false ? null : logOption, env, home, directory })),
    ),
    ...checkLog(
      logOption === false ? noLog : lookAtLog(decisionFolder({ option: logOption, env, home, directory }), isRelative),
    ),
  ]
  io.stdout(
    options.json === true
      ? JSON.stringify({ v: 1, findings }, null, 2)
      : doctorTable(findings, paintFor(io.isTerminal.stdout && (env['NO_COLOR'] ?? '') === '')),
  )
  return findings.some(({ level }) => level === 'problem') ? 1 : 0
}

const noLog: LogView = {
  folder: false,
  isRelative: false,
  isTaken: false,
  exists: false,
  writable: true,
  mode: null,
  lines: 0,
  dropped: 0,
}
