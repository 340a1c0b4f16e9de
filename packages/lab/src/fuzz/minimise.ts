import type { FuzzBundle } from './FuzzBundle.js'

/** How many attempts minimising may make. */
const mostAttempts = 4_000

/** Whether a smaller candidate still fails, or that there is no more time to find out. */
type Verdict = 'fails' | 'passes' | 'out of time'

/** Drops files, lines and bytes of a bundle for as long as it still fails, for so many milliseconds at most. */
export const minimise = (
  bundle: FuzzBundle,
  ms: number,
  stillFails: (candidate: FuzzBundle) => boolean,
): FuzzBundle => {
  const deadline = performance.now() + ms
  let attempts = 0
  let smallest = bundle
  const attempt = (files: FuzzBundle['files']): Verdict => {
    attempts += 1
    if (attempts > mostAttempts || performance.now() > deadline) return 'out of time'
    if (!stillFails({ ...smallest, files })) return 'passes'
    smallest = { ...smallest, files }
    return 'fails'
  }
  for (const name of Object.keys(bundle.files)) {
    const { [name]: bytes, ...others } = smallest.files
    if (bytes === undefined || attempt(others) === 'fails') continue
    for (const piecesOf of [linesOf, bytesOf])
      shorten(piecesOf(smallest.files[name] ?? bytes), (pieces) =>
        attempt({ ...smallest.files, [name]: Buffer.concat(pieces) }),
      )
  }
  return smallest
}

type Pieces = ReadonlyArray<Uint8Array>

/** Leaves out half of the pieces, then a quarter, down to single ones, wherever it fails without them. */
const shorten = (whole: Pieces, attempt: (pieces: Pieces) => Verdict): void => {
  let pieces = whole
  for (let size = Math.ceil(pieces.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at < pieces.length;) {
      const fewer = [...pieces.slice(0, at), ...pieces.slice(at + size)]
      const verdict = attempt(fewer)
      if (verdict === 'out of time') return
      if (verdict === 'fails') pieces = fewer
      else at += size
    }
}

const bytesOf = (bytes: Uint8Array): Pieces => Array.from(bytes, (byte) => Uint8Array.of(byte))

/** Lines with their line feeds. */
const linesOf = (bytes: Uint8Array): Pieces => {
  const text = Buffer.from(bytes).toString('latin1')
  return (text.match(/[^\n]*\n|[^\n]+$/g) ?? []).map((line) => Buffer.from(line, 'latin1'))
}
