import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

const chunkBytes = 64 * 1024

/** A line longer than any that the plugin writes is cut here, so that a file without line ends costs no memory. */
const longestLine = 16 * 1024 * 1024

let bytes = 0

/** How many bytes this process has read with `readLines`, for a progress bar. */
export const bytesRead = (): number => bytes

/** The lines of a file, one after another, without their ends. The last may have none. Throws where the file cannot be read, or is none: a pipe would never end. */
export function* readLines(file: string): Generator<string> {
  const fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const state = fstatSync(fd)
    if (!state.isFile()) throw new Error('it is not a regular file')
    // Of a file that grows meanwhile the rest comes in further chunks.
    const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, state.size + 1))
    let rest: Buffer = Buffer.alloc(0)
    for (
      let count = readSync(fd, chunk, 0, chunk.length, null);
      count > 0;
      count = readSync(fd, chunk, 0, chunk.length, null)
    ) {
      bytes += count
      const data: Buffer =
        rest.length === 0 ? chunk.subarray(0, count) : Buffer.concat([rest, chunk.subarray(0, count)])
      const whole = data.lastIndexOf(10) + 1
      // One text for all lines of a chunk: a line is a view of it.
      if (whole > 0) yield* linesOf(data.toString('utf8', 0, whole))
      rest = Buffer.from(data.subarray(whole))
      if (rest.length < longestLine) continue
      yield rest.toString('utf8', 0, 64)
      rest = Buffer.alloc(0)
    }
    if (rest.length > 0) yield rest.toString('utf8')
  } finally {
    closeSync(fd)
  }
}

function* linesOf(text: string): Generator<string> {
  let start = 0
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
    yield text.slice(start, end)
    start = end + 1
  }
}
