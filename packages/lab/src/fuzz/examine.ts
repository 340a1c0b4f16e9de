import { isDeepStrictEqual } from 'node:util'
import { decodeRegistryBundle, encodeRegistryBundle, type RegistryBundle } from '@active-mode/core'
import { brokenPromises } from './brokenPromises.js'
import { isSamePack, manifestDifferences, saysSomething, shownPack } from './differences.js'
import { smallBytes } from './enlarge.js'
import { bundleBytes, type FuzzBundle } from './FuzzBundle.js'
import { type Pipeline, pipeline as realPipeline } from './Pipeline.js'
import { type BundleRun, readBundle, type Told } from './readBundle.js'
import { readSecondly } from './SecondReading.js'

/** A promise that an input breaks. `cause` says which one without anything that differs from input to input, so that failures can be counted by it. */
export interface Failure {
  readonly kind: 'throws' | 'slow' | 'codec' | 'block' | 'refused' | 'misread' | 'neighbour'
  readonly cause: string
}

/** What became of one input. */
export interface Examination {
  readonly failures: ReadonlyArray<Failure>
  /** Whether the bundle is a mode. */
  readonly isMode: boolean
  /** Whether the mode says everything that it has to say. */
  readonly isWhole: boolean
  /** Whether its manifest or the pack it shows is TOML of version 1.1 only. */
  readonly isToml11: boolean
  /** How long one request may wait for it, in milliseconds. */
  readonly elapsedMs: number
}

/** How long one small input may hold a chat, in milliseconds; a large one in proportion to its size, up to a limit. */
const [smallMs, largeMs] = [50, 500]

const longestMs = (bundle: FuzzBundle): number =>
  Math.min(largeMs, smallMs * Math.max(1, bundleBytes(bundle) / smallBytes))

const tooSlow = (bundle: FuzzBundle): Failure => ({
  kind: 'slow',
  cause:
    bundleBytes(bundle) <= smallBytes
      ? `more than ${String(smallMs)} ms`
      : `a large input: more than ${String(smallMs)} ms for 32 KiB, or than ${String(largeMs)} ms`,
})

/** Examines bundles by a pipeline. `neighbour` is a valid bundle beside each of them, which none of them may harm. */
export const createExamine = (pipeline: Pipeline, neighbour: FuzzBundle): ((bundle: FuzzBundle) => Examination) => {
  const alone = readBundle(realPipeline, neighbour)
  const own = ownLines([...alone.told, ...readBundle(realPipeline, { directory: 'torn', files: {} }).told])
  return (bundle) => {
    const read = (): BundleRun => readBundle(pipeline, bundle, [alone.reading])
    const run = attempt(read)
    if (typeof run === 'string')
      return {
        failures: [{ kind: 'throws', cause: run }],
        isMode: false,
        isWhole: false,
        isToml11: false,
        elapsedMs: 0,
      }
    const { manifest, reading } = run
    const elapsedMs = leastMs(run, read, longestMs(bundle))
    const { failures, isToml11 } = secondOpinion(bundle, run)
    return {
      failures: [
        ...(elapsedMs > longestMs(bundle) ? [tooSlow(bundle)] : []),
        ...codecFailures(run.registry),
        ...distinct(run.told.flatMap((told) => blockFailures(told, own))),
        ...neighbourFailures(run, neighbour.directory),
        ...failures,
      ],
      isMode: manifest.manifest._tag === 'Right',
      isWhole:
        reading.bundle._tag === 'Right' &&
        reading.bundle.right.pack._tag === 'present' &&
        reading.bundle.right.ledgerRule._tag === 'present',
      isToml11,
      elapsedMs,
    }
  }
}

/**
 * What takes too long is done three times more, and the shortest time counts: by the clock, or by what the processor spent
 * on all of it, so that a busy machine is no failure.
 */
const leastMs = (first: BundleRun, again: () => BundleRun, allowedMs: number): number => {
  let ms = first.ms
  for (let times = 0; times < 3 && ms > allowedMs; times += 1) {
    const before = process.cpuUsage()
    const clockMs = again().ms
    const { user, system } = process.cpuUsage(before)
    ms = Math.min(ms, clockMs, (user + system) / 1000)
  }
  return ms
}

/** What a reading makes, or what it throws, in one line. */
const attempt = (act: () => BundleRun): BundleRun | string => {
  try {
    return act()
  } catch (error) {
    return error instanceof Error
      ? `${error.name}: ${error.message.split('\n')[0] ?? ''}`
      : 'something that is no error'
  }
}

const codecFailures = (registry: RegistryBundle): ReadonlyArray<Failure> => {
  const decoded = decodeRegistryBundle(JSON.parse(JSON.stringify(encodeRegistryBundle(registry))))
  return decoded._tag === 'Right' && isDeepStrictEqual(decoded.right, registry)
    ? []
    : [{ kind: 'codec', cause: 'the registry does not survive its codec' }]
}

const blockFailures = ({ posture, block }: Told, own: ReadonlySet<string>): ReadonlyArray<Failure> =>
  block === null
    ? posture._tag === 'copilot'
      ? []
      : [{ kind: 'block', cause: `no block for ${posture._tag}` }]
    : brokenPromises(block, posture._tag === 'unresolvable' ? 0 : 1, own).map((cause) => ({ kind: 'block', cause }))

/** A bundle may ask for another version, which stops every mode, or claim the neighbour's agent too. Nothing else of it may matter to the neighbour. */
const neighbourFailures = ({ manifest, told }: BundleRun, neighbour: string): ReadonlyArray<Failure> => {
  const { floor } = manifest
  const mayHarm =
    (floor !== null && (floor.schemaVersion !== '1' || (floor.pluginFloor ?? '1') !== '1')) ||
    (manifest.manifest._tag === 'Right' && manifest.manifest.right.agent === neighbour)
  const posture = told.find(({ agent }) => agent === neighbour)?.posture
  return mayHarm || (posture?._tag === 'director' && posture.mode === neighbour)
    ? []
    : [{ kind: 'neighbour', cause: `a whole mode beside it is ${posture?._tag ?? 'gone'}` }]
}

/**
 * What the second parser says of everything that found its way into the registry. It is not asked about large inputs, which
 * are there for the time they take: it runs out of stack on long texts.
 */
const secondOpinion = (
  bundle: FuzzBundle,
  { manifest, reading }: BundleRun,
): { readonly failures: ReadonlyArray<Failure>; readonly isToml11: boolean } => {
  if (bundleBytes(bundle) > smallBytes || holdsDate(bundle)) return { failures: [], isToml11: false }
  const { files } = bundle
  const manifestToml = saysSomething(manifest) ? readSecondly(files['mode.toml'] ?? new Uint8Array()) : null
  const pack = shownPack(reading)
  const packFile = manifest.manifest._tag === 'Right' ? manifest.manifest.right.pack : null
  const packToml = pack === null || packFile === null ? null : readSecondly(files[packFile] ?? new Uint8Array())
  return {
    failures: [
      ...(manifestToml === null
        ? []
        : manifestToml._tag === 'refused'
          ? [{ kind: 'refused', cause: `manifest: ${manifestToml.because}` } as const]
          : manifestDifferences(manifest, manifestToml.table).map((field): Failure => ({
              kind: 'misread',
              cause: `manifest: ${field}`,
            }))),
      ...(packToml === null || pack === null
        ? []
        : packToml._tag === 'refused'
          ? [{ kind: 'refused', cause: `pack: ${packToml.because}` } as const]
          : isSamePack(pack, packToml.table)
            ? []
            : [{ kind: 'misread', cause: 'pack' } as const]),
    ],
    isToml11: [manifestToml, packToml].some((second) => second?._tag === 'read' && second.version === '1.1'),
  }
}

/** No key of the format holds a date, and our parser takes days that no calendar has, so the two need not agree on one. */
const holdsDate = ({ files }: FuzzBundle): boolean =>
  Object.values(files).some((bytes) => /\d{4}-/.test(Buffer.from(bytes).toString('latin1')))

const distinct = (failures: ReadonlyArray<Failure>): ReadonlyArray<Failure> => [
  ...new Map(failures.map((failure) => [failure.cause, failure])).values(),
]

/** The lines of blocks that carry nothing from elsewhere. */
const ownLines = (told: ReadonlyArray<Told>): ReadonlySet<string> =>
  new Set(told.flatMap(({ block }) => block?.split('\n') ?? []))
