import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fallbackOnlyVersion } from '../availability/index.js'
import { integrityFile, readIntegrity } from '../harness/harnessIntegrity.js'
import {
  fetchHarness,
  harnessSpec,
  pinned2Version,
  pinnedVersion,
  platformNames,
  platformPackages,
  sayOnStderr,
} from '../harness/index.js'

export interface HarnessCommand {
  readonly version?: ReadonlyArray<string>
  readonly pin?: boolean
  readonly allPlatforms?: boolean
}

/** What the registry states; null where it has no such package. */
const statedIntegrity = (spec: string): string | null => {
  try {
    const stated = execFileSync('npm', ['view', spec, 'dist.integrity', '--loglevel=error'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
    return stated.startsWith('sha512-') ? stated : null
  } catch {
    return null
  }
}

const pin = (named: ReadonlyArray<string>, allPlatforms: boolean): boolean => {
  const before = Object.entries(readIntegrity())
  const names = named.flatMap((text) => {
    const spec = harnessSpec(text)
    if (spec === null) return []
    const packages = allPlatforms ? platformNames : platformPackages
    return packages(spec.version, spec.fork).map((name) => `${name}@${spec.version}`)
  })
  const stated = names.flatMap((name) => {
    const integrity = statedIntegrity(name)
    sayOnStderr(`harness: ${name}: ${integrity ?? 'the registry has none'}`)
    return integrity === null ? [] : [[name, integrity] as const]
  })
  const all = Object.fromEntries([...before, ...stated].toSorted(([one], [other]) => (one < other ? -1 : 1)))
  writeFileSync(integrityFile, `${JSON.stringify(all, null, 2)}\n`)
  process.stdout.write(`${JSON.stringify({ integrities: Object.keys(all).length })}\n`)
  return stated.length > 0
}

const fetchAll = async (named: ReadonlyArray<string>): Promise<boolean> => {
  const binaries = await Promise.all(named.map(async (text) => [text, await fetchHarness(text)] as const))
  for (const [, binary] of binaries) if (binary._tag === 'missing') sayOnStderr(`harness: ${binary.detail}`)
  const paths = binaries.map(([text, binary]) => [text, binary._tag === 'found' ? binary.path : null])
  process.stdout.write(`${JSON.stringify(Object.fromEntries(paths))}\n`)
  return binaries.every(([, { _tag }]) => _tag === 'found')
}

/** Fetches harnesses ahead of time, or records the integrity of those that may be fetched. */
export const harness = async ({
  version,
  pin: isPin = false,
  allPlatforms = false,
}: HarnessCommand): Promise<number> => {
  const named = version ?? [pinnedVersion(), fallbackOnlyVersion, pinned2Version()]
  return (isPin ? pin(named, allPlatforms) : await fetchAll(named)) ? 0 : 1
}
