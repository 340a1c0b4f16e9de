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
    if (!fstatSync(fd).isFile()) throw new Error('it is not a regular file')
    const chunk = Buffer.alloc(chunkBytes)
    let rest: Buffer = Buffer.alloc(0)
    for (
      let count = readSync(fd, chunk, 0, chunkBytes, null);
      count > 0;
      count = readSync(fd, chunk, 0, chunkBytes, null)
    ) {
      bytes += count
      const data: Buffer =
        rest.length === 0 ? chunk.subarray(0, count) : Buffer.concat([rest, chunk.subarray(0, count)])
      let start = 0
      for (let end = data.indexOf(10); end >= 0; end = data.indexOf(10, start)) {
        yield data.toString('utf8', start, end)
        start = end + 1
      }
      rest = Buffer.from(data.subarray(start))
      if (rest.length < longestLine) continue
      yield rest.toString('utf8', 0, 64)
      rest = Buffer.alloc(0)
    }
    if (rest.length > 0) yield rest.toString('utf8')
  } finally {
    closeSync(fd)
  }
}
