import * as E from 'fp-ts/lib/Either.js'
import { fieldsOf, parseJson } from '../Fields.js'

/** How far a file of the log was exported. */
export interface Position {
  /** The hash of the beginning of its first line: it stays with the file when that is put aside under another name. */
  readonly first: string
  /** Everything before this byte was exported. A line begins there. */
  readonly bytes: number
}

/** What an export that goes on later has to know. */
export interface ExportState {
  /** Where to: the address of the endpoint, the path of the file, or `-`. */
  readonly to: string
  /** By the name that the file had. */
  readonly files: ReadonlyMap<string, Position>
}

export const renderState = ({ to, files }: ExportState): string =>
  `${JSON.stringify({ v: 1, to, files: Object.fromEntries([...files].toSorted(([a], [b]) => (a < b ? -1 : 1))) }, null, 1)}\n`

/** Reads what `renderState` wrote. Left: what is wrong with it. */
export const parseState = (text: string): E.Either<string, ExportState> => {
  const json = parseJson(text)
  if (json === undefined) return E.left('it is not JSON')
  const { v, to, files } = fieldsOf(json)
  if (v !== 1 || typeof to !== 'string') return E.left('it has not the keys v (1) and to')
  const positions = Object.entries(fieldsOf(files)).map(([name, value]) => [name, positionOf(value)] as const)
  const bad = positions.find(([, position]) => position === null)
  if (bad !== undefined) return E.left(`files.${bad[0]} is no position`)
  return E.right({
    to,
    files: new Map(positions.flatMap(([name, position]) => (position === null ? [] : [[name, position]]))),
  })
}

const positionOf = (value: unknown): Position | null => {
  const { first, bytes } = fieldsOf(value)
  return typeof first === 'string' && Number.isSafeInteger(bytes) && (bytes as number) >= 0
    ? { first, bytes: bytes as number }
    : null
}

/** From which byte on a file is still to be exported, by its first line. A file that is shorter than that was begun anew. */
export const startOf = (files: ReadonlyMap<string, Position>, name: string, first: string, size: number): number => {
  const own = files.get(name)
  const position = own?.first === first ? own : [...files.values()].find((other) => other.first === first)
  return position === undefined || position.bytes > size ? 0 : position.bytes
}
