import { anyLine, type ByteMutation, insert, placeIn, rangeIn, repeated, replace, token } from './bytes.js'
import { hostileLines } from './hostileTokens.js'
import type { Choices, Random } from './Random.js'
import { tomlMutations } from './tomlMutations.js'
import { words } from './words.js'

/** Another byte in the place of one. */
const changeByte =
  (to: (byte: number, random: Random) => number): ByteMutation =>
  (bytes, random) => {
    const at = random.below(bytes.length)
    return replace(bytes, { from: at, to: at + 1 }, Buffer.of(to(bytes[at] ?? 0, random)))
  }

const flipBit = changeByte((byte, random) => byte ^ (1 << random.below(8)))

const setByte = changeByte((_, random) => random.below(256))

/** Most of a manifest is ASCII, and most that is wrong with one is another ASCII character. */
const setCharacter = changeByte((_, random) => 0x20 + random.below(0x5f))

const cut: ByteMutation = (bytes, random) => replace(bytes, rangeIn(bytes, random), Buffer.alloc(0))

const tear: ByteMutation = (bytes, random) => bytes.subarray(0, random.below(bytes.length + 1))

const insertNuls: ByteMutation = (bytes, random) =>
  insert(bytes, placeIn(bytes, random), repeated(Buffer.of(0), random))

const overwriteWithNuls: ByteMutation = (bytes, random) => {
  const range = rangeIn(bytes, random)
  return replace(bytes, range, Buffer.alloc(range.to - range.from))
}

const duplicateRegion: ByteMutation = (bytes, random) => {
  const { from, to } = rangeIn(bytes, random)
  return insert(bytes, random.oneIn(2) ? to : placeIn(bytes, random), bytes.subarray(from, to))
}

const repeatRegion: ByteMutation = (bytes, random) => {
  const { from, to } = rangeIn(bytes, random)
  return insert(bytes, to, repeated(bytes.subarray(from, Math.min(to, from + 64)), random))
}

const swapRegions: ByteMutation = (bytes, random) => {
  const [one, other] = [rangeIn(bytes, random), rangeIn(bytes, random)].toSorted(
    (left, right) => left.from - right.from,
  )
  return one === undefined || other === undefined || one.to > other.from
    ? bytes
    : Buffer.concat([
        bytes.subarray(0, one.from),
        bytes.subarray(other.from, other.to),
        bytes.subarray(one.to, other.from),
        bytes.subarray(one.from, one.to),
        bytes.subarray(other.to),
      ])
}

const insertToken: ByteMutation = (bytes, random) => insert(bytes, placeIn(bytes, random), token(random))

const replaceByToken: ByteMutation = (bytes, random) => replace(bytes, rangeIn(bytes, random), token(random))

/** A long run of one text and then another: what a pattern that backtracks takes too long for. */
const insertRun: ByteMutation = (bytes, random) => {
  const longest = repeated(Buffer.from(random.pick(runs)), { ...random, oneIn: () => true })
  return insert(bytes, placeIn(bytes, random), Buffer.concat([longest, Buffer.from(random.pick(runs))]))
}

const runs: Choices<string> = [
  '~',
  ...words('` - #'),
  ' ',
  ...words('\t <!-- A [ { " \' \\ . _ \n = 0'),
  '<!-- /active-',
  '-->',
]

const insertLine: ByteMutation = (bytes, random) =>
  insert(bytes, anyLine(bytes, random).from, Buffer.from(`${random.pick(hostileLines)}\n`))

const replaceLine: ByteMutation = (bytes, random) =>
  replace(bytes, anyLine(bytes, random), Buffer.from(`${random.pick(hostileLines)}\n`))

const duplicateLine: ByteMutation = (bytes, random) => {
  const { from, to } = anyLine(bytes, random)
  return insert(bytes, anyLine(bytes, random).from, bytes.subarray(from, to))
}

const repeatLine: ByteMutation = (bytes, random) => {
  const { from, to } = anyLine(bytes, random)
  return insert(bytes, from, repeated(bytes.subarray(from, to), random))
}

const cutLine: ByteMutation = (bytes, random) => replace(bytes, anyLine(bytes, random), Buffer.alloc(0))

/** Each mutation with how often it is taken. The first ones keep a file close to what it was. */
const weighted: ReadonlyArray<readonly [number, ByteMutation]> = [
  [6, flipBit],
  [4, setByte],
  [8, setCharacter],
  [8, cut],
  [3, tear],
  [2, insertNuls],
  [2, overwriteWithNuls],
  [6, duplicateRegion],
  [2, repeatRegion],
  [4, swapRegions],
  [16, insertToken],
  [10, replaceByToken],
  [12, insertRun],
  [12, insertLine],
  [8, replaceLine],
  [6, duplicateLine],
  [2, repeatLine],
  [6, cutLine],
  ...tomlMutations,
]

const all = weighted.flatMap(([weight, mutation]) => Array.from({ length: weight }, () => mutation))

/** One of the byte mutations. */
export const anyByteMutation: ByteMutation = (bytes, random) =>
  (all[random.below(all.length)] ?? flipBit)(bytes, random)
