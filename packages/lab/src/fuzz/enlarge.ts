import { bundleBytes, type FuzzBundle } from './FuzzBundle.js'
import { hostileLines, hostileTokens } from './hostileTokens.js'
import type { Random } from './Random.js'

/** As much as the reader takes of one file, in bytes. */
const largestFile = 1024 * 1024

/** What small inputs stay below, in bytes; a large one is at least so large. */
export const smallBytes = 32 * 1024

/** How a repeated piece may begin, so that what follows is one comment, key, text or list. */
const openings = ['# ', '', 'x = ', 'x = "', "x = '", 'x = """', 'x = [', 'x = {', '[', '> ', '<!-- '] as const

/** What long runs are made of: characters that some part of TOML or of a card goes on with for as long as they come. */
const runs = [
  '1',
  '1',
  '0',
  '9',
  '_',
  'a',
  ' ',
  '\t',
  '.',
  '-',
  '[',
  '{',
  '"',
  "'",
  '\\',
  '#',
  '`',
  '~',
  '>',
  '<',
  '=',
  ',',
  '\r',
  '\n',
  '\u0080',
  '項',
] as const

/** What stands between two runs. */
const separators = [' ', '', '\n', ',', '"', '.', '_', 'x', '='] as const

/**
 * A bundle with one file made large, by a piece that is repeated. What takes time that grows faster than its input shows
 * only here: a piece of a few bytes, or a long run with something behind it, again and again.
 */
export const enlarge = (bundle: FuzzBundle, random: Random): FuzzBundle => {
  const others = Object.keys(bundle.files)
  const name = random.oneIn(2) ? 'mode.toml' : (others[random.below(others.length)] ?? 'mode.toml')
  const bytes = Buffer.from(bundle.files[name] ?? new Uint8Array())
  // Half of them fill the file, the others are of any order of size between.
  const size = random.oneIn(2)
    ? largestFile
    : Math.floor(smallBytes * (largestFile / smallBytes) ** (random.below(1001) / 1000))
  const room = Math.min(size, largestFile - bytes.length)
  const piece = pieceOf(bytes, random)
  const opening = Buffer.from(random.pick(openings))
  const filling = Buffer.concat([opening, Buffer.alloc(Math.max(0, room - opening.length), piece)])
  const place = random.oneIn(2) ? lineStart(bytes, random) : random.below(bytes.length + 1)
  const larger = {
    ...bundle,
    files: {
      ...bundle.files,
      [name]: Buffer.concat([bytes.subarray(0, place), filling, Buffer.from('\n'), bytes.subarray(place)]).subarray(
        0,
        largestFile,
      ),
    },
  }
  return bundleBytes(larger) > smallBytes ? larger : bundle
}

const pieceOf = (bytes: Buffer, random: Random): Buffer => {
  const kind = random.below(8)
  const start = random.below(bytes.length)
  const piece =
    kind === 0
      ? bytes.subarray(start, start + 1 + random.below(64))
      : kind === 1
        ? Buffer.from(random.pick(random.oneIn(2) ? hostileTokens : hostileLines))
        : Buffer.from(random.pick(runs).repeat(runLength(random)) + random.pick(separators))
  return piece.length === 0 ? Buffer.from('1') : piece
}

/** A power of two or one less: where limits are. */
const runLength = (random: Random): number =>
  2 ** (random.oneIn(4) ? random.below(8) : 8 + random.below(6)) - random.below(2)

/** The beginning of some line. */
const lineStart = (bytes: Buffer, random: Random): number => bytes.indexOf('\n', random.below(bytes.length + 1)) + 1
