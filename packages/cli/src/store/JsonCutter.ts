/** Where a value stands in a JSON text: the keys and places that lead to it. */
export type JsonPath = ReadonlyArray<string | number>

/** What to do with a value: look into it, take it as a whole, or pass over it. Only objects and lists are looked into. */
export type CutRole = 'descend' | 'take' | 'skip'

/** A value that was taken, as the bytes of its text. */
export interface JsonPiece {
  readonly path: JsonPath
  readonly text: Buffer
}

/** Cuts a JSON text that comes in chunks into the values that are wanted of it, and holds one at most. What is not looked into is not checked. */
export interface JsonCutter {
  readonly feed: (chunk: Buffer) => Generator<JsonPiece>
  /** Whether the text so far is one object or list, to its end. */
  readonly isOver: () => boolean
}

/** An object or a list that is being looked into. */
interface Frame {
  readonly isObject: boolean
  place: string | number
  awaitsKey: boolean
}

/** A value that is passed over or taken. A key is taken as well. */
interface Open {
  readonly as: 'key' | 'take' | 'skip'
  depth: number
  isText: boolean
  isEscaped: boolean
  /** Its bytes of the chunks before. */
  readonly held: Buffer[]
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const isOpening = (byte: number): boolean => byte === 0x7b || byte === 0x5b
const isClosing = (byte: number): boolean => byte === 0x7d || byte === 0x5d
const isBlank = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/** Begins to cut. `roleOf` is asked for each value that is come upon: with its kind, and with how many bytes come before it. */
export const createJsonCutter = (
  roleOf: (path: JsonPath, kind: 'object' | 'list' | 'scalar', offset: number) => CutRole,
): JsonCutter => {
  const frames: Frame[] = []
  let open: Open | null = null
  let containers = 0
  let before = 0

  const path = (): JsonPath => frames.map(({ place }) => place)

  /** Where the open value ends in a chunk, behind its last byte; `null` where it goes on. A scalar ends before what follows it. */
  const endOf = (value: Open, chunk: Buffer, from: number): number | null => {
    let { depth, isText, isEscaped } = value
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0
      if (isText) {
        if (isEscaped) isEscaped = false
        else if (byte === backslash) isEscaped = true
        else if (byte === quote) {
          isText = false
          if (depth === 0) return at + 1
        }
      } else if (byte === quote) isText = true
      else if (isOpening(byte)) depth += 1
      else if (isClosing(byte)) {
        depth -= 1
        if (depth <= 0) return depth < 0 ? at : at + 1
      } else if (depth === 0 && (byte === comma || isBlank(byte))) return at
    }
    Object.assign(value, { depth, isText, isEscaped })
    return null
  }

  /** Begins the value or key whose first byte this is. */
  const begin = (byte: number, offset: number): void => {
    const isKey = frames.at(-1)?.awaitsKey === true
    const kind = byte === 0x7b ? 'object' : byte === 0x5b ? 'list' : 'scalar'
    const role = isKey ? 'key' : roleOf(path(), kind, offset)
    if (role === 'descend' && kind !== 'scalar') {
      containers += frames.length === 0 ? 1 : 0
      frames.push({ isObject: kind === 'object', place: kind === 'object' ? '' : 0, awaitsKey: kind === 'object' })
    } else open = { as: role === 'descend' ? 'skip' : role, depth: 0, isText: false, isEscaped: false, held: [] }
  }

  return {
    *feed(chunk) {
      let at = 0
      while (at < chunk.length) {
        const value: Open | null = open
        if (value !== null) {
          const end = endOf(value, chunk, at)
          // The chunk may be filled anew before the value is over.
          if (value.as !== 'skip')
            value.held.push(end === null ? Buffer.from(chunk.subarray(at)) : chunk.subarray(at, end))
          if (end === null) break
          at = end
          open = null
          const text = value.held.length === 1 ? (value.held[0] ?? chunk) : Buffer.concat(value.held)
          const frame = frames.at(-1)
          if (value.as === 'take') yield { path: path(), text }
          else if (value.as === 'key' && frame !== undefined) {
            frame.place = String(JSON.parse(text.toString('utf8')))
            frame.awaitsKey = false
          }
          continue
        }
        const byte = chunk[at] ?? 0
        const frame = frames.at(-1)
        if (isClosing(byte)) {
          frames.pop()
          at += 1
        } else if (byte === comma && frame !== undefined) {
          if (frame.isObject) frame.awaitsKey = true
          else frame.place = Number(frame.place) + 1
          at += 1
        } else if (isBlank(byte) || byte === colon || byte === comma) at += 1
        else {
          begin(byte, before + at)
          if (open === null) at += 1
        }
      }
      before += chunk.length
    },
    isOver: () => frames.length === 0 && containers === 1 && open === null,
  }
}
