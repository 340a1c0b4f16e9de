import { createHash } from 'node:crypto'
import type { ByteName } from './Entry.js'
import { slices } from './slices.js'

/** One file that the digest covers. */
export interface DigestedFile {
  readonly name: ByteName
  readonly sha256: string
}

/** How many lines are hashed at once. */
const atOnce = 64

// The digest of a registry (design 4), byte for byte what this prints first, with `sha256:` in front:
//   cd ROOT && find -L . -type f -not -path '*/.*' -print0 | LC_ALL=C sort -z | xargs -0r sha256sum | sha256sum
/** Digests the files of a registry. They come sorted by byte name. */
export const digestOf = async (files: ReadonlyArray<DigestedFile>): Promise<string> => {
  const hash = createHash('sha256')
  for await (const slice of slices(files, atOnce)) hash.update(slice.map(digestLine).join(''), 'latin1')
  return `sha256:${hash.digest('hex')}`
}

/** A line of `sha256sum`. A name with a backslash, a newline or a carriage return is escaped, and the line says so in front. */
const digestLine = ({ name, sha256 }: DigestedFile): string =>
  /[\\\n\r]/.test(name)
    ? `\\${sha256}  ./${name.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r')}\n`
    : `${sha256}  ./${name}\n`
