import { anyLine, type ByteMutation, insert, repeated, replace, token } from './bytes.js'
import type { Choices } from './Random.js'
import { words } from './words.js'

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

/** Mutations that know how TOML is written, each with how often it is taken. */
export const tomlMutations: ReadonlyArray<readonly [number, ByteMutation]> = [
  [16, insertIntoString],
  [12, replaceValue],
  [12, rewriteString],
  [8, insertScalar],
  [2, nest],
  [2, dot],
]
