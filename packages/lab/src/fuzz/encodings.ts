import type { ByteMutation } from './bytes.js'
import type { Choices } from './Random.js'

const text = (bytes: Buffer): string => bytes.toString('utf8')

const mark = '\ufeff'

/** The file in another encoding, or with other line ends. */
const encodings: Choices<ByteMutation> = [
  (bytes) => Buffer.from(text(bytes), 'utf16le'),
  (bytes) => Buffer.from(mark + text(bytes), 'utf16le'),
  (bytes) => Buffer.from(text(bytes), 'utf16le').swap16(),
  (bytes) => Buffer.from(mark + text(bytes), 'utf16le').swap16(),
  (bytes) => Buffer.from(text(bytes), 'latin1'),
  (bytes) => Buffer.from(bytes.toString('latin1'), 'utf8'),
  (bytes) => Buffer.concat([Buffer.from(mark), bytes]),
  (bytes) => Buffer.from(text(bytes).replaceAll(/\r?\n/g, '\r\n')),
  (bytes) => Buffer.from(text(bytes).replaceAll(/\r?\n/g, '\r')),
  (bytes) => Buffer.from(text(bytes).replaceAll('\r\n', '\n')),
  (bytes, random) => {
    const feeds = text(bytes).split('\n')
    return Buffer.from(feeds.map((line) => `${line}${random.oneIn(2) ? '\r' : ''}`).join('\n'))
  },
  (bytes) => Buffer.from(text(bytes).replaceAll('"', '“')),
  (bytes) => Buffer.from(text(bytes).replaceAll(' = ', '\u00a0=\u00a0')),
]

/** One of the changes of encoding. */
export const anyEncoding: ByteMutation = (bytes, random) => random.pick(encodings)(bytes, random)
