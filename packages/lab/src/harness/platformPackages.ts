import { readFileSync } from 'node:fs'
import type { Fork } from './Fork.js'

const usesMusl = (): boolean => {
  if (process.platform !== 'linux') return false
  const header = (process.report.getReport() as { readonly header?: Readonly<Record<string, unknown>> }).header
  return header?.['glibcVersionRuntime'] === undefined
}

const hasAvx2 = (): boolean => {
  if (process.platform !== 'linux') return true
  try {
    return /\bavx2\b/.test(readFileSync('/proc/cpuinfo', 'utf8'))
  } catch {
    return false
  }
}

/** True for a version of the harness's second generation, which is published under another name. */
export const isSecondGeneration = (version: string): boolean => /^2\./.test(version)

const baseOf = (version: string | undefined, fork: Fork | null): string =>
  fork?.npm ?? (version !== undefined && isSecondGeneration(version) ? '@opencode/cli' : 'opencode')

/**
 * The names of the platform packages that hold a version and can run here, the best one first; no version: the first
 * generation. Of the second generation the baseline build comes first, since the records were made with it.
 */
export const platformPackages = (version?: string, fork: Fork | null = null): ReadonlyArray<string> => {
  const second = fork === null && version !== undefined && isSecondGeneration(version)
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const base = `${baseOf(version, fork)}-${system}-${process.arch}`
  const libc = usesMusl() ? '-musl' : ''
  if (process.arch !== 'x64') return [`${base}${libc}`]
  const plain = `${base}${libc}`
  const baseline = `${base}-baseline${libc}`
  return hasAvx2() && !second ? [plain, baseline] : [baseline, plain]
}

/** The names of the packages of a version for every platform that harnesses are published for. */
export const platformNames = (version?: string, fork: Fork | null = null): ReadonlyArray<string> =>
  ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'windows-arm64', 'windows-x64'].flatMap((platform) =>
    (platform.startsWith('linux') ? ['', '-musl'] : ['']).flatMap((libc) =>
      (platform.endsWith('x64') ? ['', '-baseline'] : ['']).map(
        (processor) => `${baseOf(version, fork)}-${platform}${processor}${libc}`,
      ),
    ),
  )

/** Name of the executable inside a platform package. */
export const executableName = (fork: Fork | null = null): string =>
  `${fork?.executable ?? 'opencode'}${process.platform === 'win32' ? '.exe' : ''}`
