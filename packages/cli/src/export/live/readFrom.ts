import { readSync } from 'node:fs'

const chunkBytes = 64 * 1024

/** A line longer than any that the plugin writes is cut to its beginning, so that a file without line ends costs no memory. */
const longestLine = 16 * 1024 * 1024
const keptOfLongest = 64

/** A line with its place in the file, in bytes. */
export interface PlacedLine {
  readonly text: string
  readonly start: number
  /** Where the next line begins. */
  readonly end: number
  /** Whether there is a line end. Without one it may still be being written. */
  readonly isEnded: boolean
}

/** The lines of an open file from a byte on, one after another. Throws where it cannot be read. */
export function* readFrom(fd: number, from: number): Generator<PlacedLine> {
  const chunk = Buffer.alloc(chunkBytes)
  let start = from
  let at = from
  let parts: Buffer[] = []
  let kept = 0
  const keep = (part: Buffer): void => {
    if (kept >= longestLine) return
    parts.push(Buffer.from(part))
    kept += part.length
    if (kept < longestLine) return
    parts = [Buffer.from(Buffer.concat(parts).subarray(0, keptOfLongest))]
  }
  const take = (): string => {
    const text = Buffer.concat(parts).toString('utf8')
    parts = []
    kept = 0
    return text
  }
  for (let count = readSync(fd, chunk, 0, chunkBytes, at); count > 0; count = readSync(fd, chunk, 0, chunkBytes, at)) {
    const data = chunk.subarray(0, count)
    let begin = 0
    for (let end = data.indexOf(10); end >= 0; end = data.indexOf(10, begin)) {
      keep(data.subarray(begin, end))
      begin = end + 1
      const next = at + begin
      yield { text: take(), start, end: next, isEnded: true }
      start = next
    }
    keep(data.subarray(begin))
    at += count
  }
  if (at > start) yield { text: take(), start, end: at, isEnded: false }
}
