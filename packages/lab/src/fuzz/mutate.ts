import { anyByteMutation } from './byteMutations.js'
import { anyEncoding } from './encodings.js'
import { enlarge, smallBytes } from './enlarge.js'
import { bundleBytes, type FuzzBundle } from './FuzzBundle.js'
import type { Choices, Random } from './Random.js'

/** One input in so many is a large one. */
const largeOneIn = 25

const names = [
  'mode.toml',
  'mode.toml',
  'mode.toml',
  'mode.toml',
  'pack.toml',
  'pack.toml',
  'card.md',
  'card.md',
] as const

/** One of the valid bundles, after a few mutations. Most are small, some as large as a file may be. */
export const mutate = (valid: Choices<FuzzBundle>, random: Random): FuzzBundle => {
  let bundle = random.pick(valid)
  const steps = 1 + random.below(random.oneIn(3) ? 6 : 2)
  for (let step = 0; step < steps; step += 1) {
    const next = mutateOnce(bundle, valid, random)
    if (bundleBytes(next) <= smallBytes) bundle = next
  }
  return random.oneIn(largeOneIn) ? enlarge(bundle, random) : bundle
}

const mutateOnce = (bundle: FuzzBundle, valid: Choices<FuzzBundle>, random: Random): FuzzBundle => {
  const name = nameIn(bundle, random)
  const bytes = fileOf(bundle, name)
  const kind = random.below(40)
  return kind === 0
    ? swapFiles(bundle, random)
    : kind === 1
      ? takeFile(bundle, random.pick(valid), random)
      : kind === 2
        ? dropFile(bundle, random)
        : kind <= 4
          ? withFile(
              bundle,
              name,
              splice(bytes, fileOf(random.pick(valid), random.oneIn(2) ? name : random.pick(names)), random),
            )
          : kind <= 7
            ? withFile(bundle, name, anyEncoding(bytes, random))
            : withFile(bundle, name, anyByteMutation(bytes, random))
}

/** A file that the bundle has, under whatever name; the manifest as often as all others together. */
const nameIn = ({ files }: FuzzBundle, random: Random): string => {
  const name: string = random.pick(names)
  const others = Object.keys(files)
  return name in files ? name : (others[random.below(others.length)] ?? 'mode.toml')
}

const fileOf = ({ files }: FuzzBundle, name: string): Buffer => Buffer.from(files[name] ?? new Uint8Array())

const withFile = ({ directory, files }: FuzzBundle, name: string, bytes: Uint8Array): FuzzBundle => ({
  directory,
  files: { ...files, [name]: bytes },
})

/** The beginning of one file and the end of another. */
const splice = (one: Buffer, other: Buffer, random: Random): Buffer =>
  Buffer.concat([one.subarray(0, random.below(one.length + 1)), other.subarray(random.below(other.length + 1))])

const swapFiles = (bundle: FuzzBundle, random: Random): FuzzBundle => {
  const [one, other] = [nameIn(bundle, random), nameIn(bundle, random)]
  return withFile(withFile(bundle, one, fileOf(bundle, other)), other, fileOf(bundle, one))
}

const takeFile = (bundle: FuzzBundle, from: FuzzBundle, random: Random): FuzzBundle => {
  const name = nameIn(from, random)
  return withFile(bundle, name, fileOf(from, name))
}

const dropFile = (bundle: FuzzBundle, random: Random): FuzzBundle => {
  const name = nameIn(bundle, random)
  return { ...bundle, files: Object.fromEntries(Object.entries(bundle.files).filter(([each]) => each !== name)) }
}
