import { hostileLines, hostileTokens } from './hostileTokens.js'
import type { Choices, Random } from './Random.js'
import { words } from './words.js'

/** Changes the bytes of one file. */
export type ByteMutation = (bytes: Buffer, random: Random) => Buffer

interface Range {
  readonly from: number
  readonly to: number
}

/** A range of a file, mostly short. */
const rangeIn = (bytes: Buffer, random: Random): Range => {
  const from = random.below(bytes.length + 1)
  const longest = bytes.length - from
  return { from, to: from + random.below(1 + (random.oneIn(3) ? longest : Math.min(longest, 24))) }
}

const replace = (bytes: Buffer, { from, to }: Range, by: Uint8Array): Buffer =>
  Buffer.concat([bytes.subarray(0, from), by, bytes.subarray(to)])

const insert = (bytes: Buffer, at: number, what: Uint8Array): Buffer => replace(bytes, { from: at, to: at }, what)

const token = (random: Random): Buffer => Buffer.from(random.pick(hostileTokens))

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

const anyLine = (bytes: Buffer, random: Random): Range => {
  const lines = linesOf(bytes)
  return lines[random.below(lines.length)] ?? { from: 0, to: 0 }
}

/** As much of a repetition as an input may hold. In bytes. */
const longestRepetition = 24 * 1024

/** Something several times over: mostly a few times, now and then often enough to show what grows too fast. */
const repeated = (bytes: Uint8Array, random: Random): Buffer => {
  const most = random.oneIn(8) ? longestRepetition / Math.max(1, bytes.length) : 8
  return Buffer.concat(Array.from({ length: 1 + random.below(most) }, () => bytes))
}

/** A place in a file: anywhere, at the beginning of a line, or beside a character that means something to TOML. */
const placeIn = (bytes: Buffer, random: Random): number => {
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

const quotes = [0x22, 0x27] as const

/** Something hostile between the quotes of a string that already is there: the file stays TOML more often than not. */
const insertIntoString: ByteMutation = (bytes, random) => {
  const quote = random.pick(quotes)
  const open = bytes.indexOf(quote, random.below(bytes.length))
  const close = open === -1 ? -1 : bytes.indexOf(quote, open + 1)
  return close === -1
    ? bytes
    : replace(
        bytes,
        { from: open + 1 + random.below(close - open), to: close },
        Buffer.concat(Array.from({ length: 1 + random.below(3) }, () => token(random))),
      )
}

/** A value for the key of a line. */
const replaceValue: ByteMutation = (bytes, random) => {
  const { from, to } = anyLine(bytes, random)
  const equals = bytes.indexOf(0x3d, from)
  return equals === -1 || equals >= to ? bytes : replace(bytes, { from: equals + 1, to: to - 1 }, token(random))
}

const stringPieces: Choices<string> = [
  '\\\n',
  ...words('\\\n \\\n'),
  '\\ \n',
  '\\',
  ' ',
  ...words('" " " "" "" \' \'\' \\" \n \r\n \t \\u0061 \\U00000061 \\x61 \\t # a'),
]

const stringQuotes = ['"""', '"""', '"""', "'''", '"', "'"] as const

/** The value of a line in another notation: a string of any of the four kinds, of its own text and of what is hard to tell apart in strings. */
const rewriteString: ByteMutation = (bytes, random) => {
  const { from, to } = anyLine(bytes, random)
  const [, before, text] = /^([^#]*?)["']([^"']*)["']/.exec(bytes.toString('latin1', from, to)) ?? []
  if (before === undefined || text === undefined) return bytes
  const quote = random.pick(stringQuotes)
  const some = (): string => Array.from({ length: random.below(3) }, () => random.pick(stringPieces)).join('')
  const string = Buffer.from(`${quote}${some()}${text}${some()}${quote}`, 'latin1')
  return replace(bytes, { from: from + before.length, to: from + before.length + text.length + 2 }, string)
}

const scalars: Choices<string> = [
  '1979-05-27',
  '1979-05-27T07:32:00Z',
  '1979-05-27 07:32:00.5',
  ...words('07:32:00.999 1979-05-27T00:32:00-07:00 2000-02-29 1_000 -17 0xDE_ad 0b10 6.6e-34 -inf nan true'),
]

const scalarCharacters: Choices<string> = ['0', ...'123569-+_.:eETtZzxb "/,a\t'.split('')]

/** A new key with a date, a time, a number or a boolean that is a little wrong. */
const insertScalar: ByteMutation = (bytes, random) => {
  let scalar: string = random.pick(scalars)
  for (let changes = random.below(3); changes >= 0; changes -= 1) {
    const at = random.below(scalar.length + 1)
    scalar = `${scalar.slice(0, at)}${random.oneIn(3) ? '' : random.pick(scalarCharacters)}${scalar.slice(at + random.below(2))}`
  }
  const [open, close] = random.pick(scalarPlaces)
  return insert(
    bytes,
    anyLine(bytes, random).from,
    Buffer.from(`s${String(random.below(1000))} = ${open}${scalar}${close}\n`),
  )
}

const scalarPlaces: Choices<readonly [string, string]> = [
  ['', ''],
  ['[', ']'],
  ['{ a = ', ' }'],
]

const nests: Choices<readonly [string, string]> = [
  ['[', ']'],
  ['{x=', '}'],
  ['[{x=', '}]'],
  ['[ #\n', ']'],
]

const nest: ByteMutation = (bytes, random) => {
  const depth = random.pick([3, 60, 66, 1_000, 12_000])
  const [open, close] = random.pick(nests)
  return insert(
    bytes,
    anyLine(bytes, random).from,
    Buffer.from(`deep = ${open.repeat(depth)}1${close.repeat(random.oneIn(4) ? depth - 1 : depth)}\n`),
  )
}

const dot: ByteMutation = (bytes, random) => {
  const key = repeated(Buffer.from('x.'), random).toString()
  return insert(
    bytes,
    anyLine(bytes, random).from,
    Buffer.from(random.pick([`${key}y = 1\n`, `[${key}y]\n`, `[[${key}y]]\n`])),
  )
}

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
  [16, insertIntoString],
  [12, replaceValue],
  [12, rewriteString],
  [8, insertScalar],
  [2, nest],
  [2, dot],
]

const all = weighted.flatMap(([weight, mutation]) => Array.from({ length: weight }, () => mutation))

/** One of the byte mutations. */
export const anyByteMutation: ByteMutation = (bytes, random) =>
  (all[random.below(all.length)] ?? flipBit)(bytes, random)
