import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { decisionFolder, decodeOptions, readRegistryOnce, resolveRoot } from '@active-mode/harness-adapter/library'
import { checkHarness, type Contracts } from '../doctor/checkHarness.js'
import { checkLog } from '../doctor/checkLog.js'
import { checkPlugin } from '../doctor/checkPlugin.js'
import { checkRegistry } from '../doctor/checkRegistry.js'
import { askVersion } from '../live/askVersion.js'
import { lookAtLog } from '../live/lookAtLog.js'
import { configFolder, readSetup } from '../live/readSetup.js'
import type { Diagnosis } from '../model/Diagnosis.js'
import { doctorTable } from '../report/doctorTable.js'
import { paintFor } from '../report/Paint.js'
import type { ExitCode, Io } from './Io.js'

export interface DoctorOptions {
  readonly registry?: string | undefined
  readonly log?: string | undefined
  readonly harness?: string | undefined
  readonly json?: boolean | undefined
}

/** `doctor`: looks at all that has to be right for a block to be spliced. What is not there is a finding, never a crash. */
export const doctor = async (io: Io, options: DoctorOptions, contracts: URL): Promise<ExitCode> => {
  const { env, home, directory } = io
  const setup = await readSetup({ env, home, directory })
  const { options: given } = decodeOptions(setup.plugins[0]?.options)
  const root = resolveRoot({ option: options.registry ?? given.registry ?? undefined, env, home, directory })
  const look = await readRegistryOnce(root, io.now())
  const harness = await askVersion(options.harness ?? env['ACTIVE_MODE_HARNESS'] ?? 'opencode', env)
  const logOption = options.log === undefined ? given.decisionLog : resolve(directory, options.log)
  const findings: ReadonlyArray<Diagnosis> = [
    ...checkRegistry({ path: root.path, ...look, hasStagingLock: existsSync(join(root.path, '.staging-lock.json')), agents: setup.agents }),
    ...checkPlugin(setup, configFolder({ env, home })),
    checkHarness(harness, readContracts(contracts)),
    ...checkLog(logOption === false ? noLog : lookAtLog(decisionFolder({ option: logOption, env, home, directory }))),
  ]
  io.stdout(options.json === true ? JSON.stringify({ v: 1, findings }, null, 2) : doctorTable(findings, paintFor(io.isTerminal.stdout && (env['NO_COLOR'] ?? '') === '')))
  return findings.some(({ level }) => level === 'problem') ? 1 : 0
}

const noLog = { folder: false, exists: false, writable: true, mode: null, decisions: 0, dropped: 0 } as const

/** Without the file no version is known, which the finding then says. */
const readContracts = (file: URL): Contracts => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Contracts
  } catch {
    return {}
  }
}
