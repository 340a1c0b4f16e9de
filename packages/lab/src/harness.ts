import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { toolArguments } from '../../../tools/build/toolArguments.js'
import { fallbackOnlyVersion } from './availability/index.js'
import { integrityFile, readIntegrity } from './harness/harnessIntegrity.js'
import {
  binary2Variable,
  binaryVariable,
  fetchHarness,
  harnessSpec,
  pinned2Version,
  pinnedVersion,
  platformNames,
  platformPackages,
  sayOnStderr,
} from './harness/index.js'

// Fetches harnesses ahead of time, and records the integrity of those that may be fetched.

const usage = `usage: npm run harness [-- [--version VERSION] [--pin [--all-platforms]]]
  --version VERSION  that one, or FORK@VERSION; may be given several times; without it those that the tests run
  --pin              write what the registry states as the integrity of their packages for this platform into
                     packages/lab/harness-integrity.json, and fetch nothing
  --all-platforms    with --pin: of their packages for every platform
Harnesses are kept in $ACTIVE_MODE_HARNESS_CACHE, else in active-mode/harness in $XDG_CACHE_HOME or ~/.cache.
The last line is one JSON object: where each executable is, or how many integrities there are. Exit 1: one cannot be had. Exit 2: usage.`

const given = toolArguments('harness', usage, {
  version: { type: 'string', multiple: true },
  pin: { type: 'boolean' },
  'all-platforms': { type: 'boolean' },
})

/** What the tests run, but not where an executable of one's own takes its place. */
const inTests = (): ReadonlyArray<string> => [
  ...(process.env[binaryVariable] ? [] : [pinnedVersion()]),
  fallbackOnlyVersion,
  ...(process.env[binary2Variable] ? [] : [pinned2Version()]),
]

const named = given.version ?? inTests()

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

const pin = (): boolean => {
  const before = Object.entries(readIntegrity())
  const names = named.flatMap((text) => {
    const spec = harnessSpec(text)
    if (spec === null) return []
    const packages = given['all-platforms'] === true ? platformNames : platformPackages
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

const fetchAll = async (): Promise<boolean> => {
  const binaries = await Promise.all(named.map(async (text) => [text, await fetchHarness(text)] as const))
  for (const [, binary] of binaries) if (binary._tag === 'missing') sayOnStderr(`harness: ${binary.detail}`)
  const paths = binaries.map(([text, binary]) => [text, binary._tag === 'found' ? binary.path : null])
  process.stdout.write(`${JSON.stringify(Object.fromEntries(paths))}\n`)
  return binaries.every(([, { _tag }]) => _tag === 'found')
}

process.exitCode = (given.pin === true ? pin() : await fetchAll()) ? 0 : 1
