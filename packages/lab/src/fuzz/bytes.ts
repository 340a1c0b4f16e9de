import { hostileTokens } from './hostileTokens.js'
import type { Random } from './Random.js'

/** Changes the bytes of one file. */
export type ByteMutation = (bytes: Buffer, random: Random) => Buffer

/** A part of a file, in bytes from its beginning. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** A range of a file, mostly short. */
export const rangeIn = (bytes: Buffer, random: Random): Range => {
  const from = random.below(bytes.length + 1)
  const longest = bytes.length - from
  return { from, to: from + random.below(1 + (random.oneIn(3) ? longest : Math.min(longest, 24))) }
}

/** A file with something in the place of a range. */
export const replace = (bytes: Buffer, { from, to }: Range, by: Uint8Array): Buffer =>
  Buffer.concat([bytes.subarray(0, from), by, bytes.subarray(to)])

/** A file with something more at a place. */
export const insert = (bytes: Buffer, at: number, what: Uint8Array): Buffer =>
  replace(bytes, { from: at, to: at }, what)

/** A piece of text that readers of a registry get wrong. */
export const token = (random: Random): Buffer => Buffer.from(random.pick(hostileTokens))

/** The ranges of the lines of a file, each with its line feed. */
const linesOf = (bytes: Buffer): ReadonlyArray<Range> => {
  const lines: Range[] = []
  for (let from = 0; from < bytes.length;) {
    const feed = bytes.indexOf(0x0a, from)
    const to = feed === -1 ? bytes.length : feed + 1
    lines.push({ from, to })
    from = to
  }
  return lines
}

/** The range of a line, with its line feed. */
export const anyLine = (bytes: Buffer, random: Random): Range => {
  const lines = linesOf(bytes)
  return lines[random.below(lines.length)] ?? { from: 0, to: 0 }
}

/** As much of a repetition as an input may hold. In bytes. */
const longestRepetition = 24 * 1024

/** Something several times over: mostly a few times, now and then often enough to show what grows too fast. */
export const repeated = (bytes: Uint8Array, random: Random): Buffer => {
  const most = random.oneIn(8) ? longestRepetition / Math.max(1, bytes.length) : 8
  return Buffer.concat(Array.from({ length: 1 + random.below(most) }, () => bytes))
}

/** A place in a file: anywhere, at the beginning of a line, or beside a character that means something to TOML. */
export const placeIn = (bytes: Buffer, random: Random): number => {
  const anywhere = random.below(bytes.length + 1)
  switch (random.below(4)) {
    case 0:
      return anyLine(bytes, random).from
    case 1:
    case 2: {
      const mark = bytes.indexOf(random.pick(marks), anywhere)
      return mark === -1 ? anywhere : mark + random.below(2)
    }
    default:
      return anywhere
  }
}

const marks = ['"', "'", '=', '[', ']', '{', '}', '.', ',', '#', '\\', '-', ':', '`', '\n'] as const
