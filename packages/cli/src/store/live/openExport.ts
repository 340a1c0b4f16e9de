import { closeSync, openSync, readSync } from 'node:fs'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { fieldsOf } from '../../Fields.js'
import { Refusal } from '../../Io.js'
import {
  decodeExportInfo,
  decodeExportMessage,
  exportCalls,
  type ExportInfo,
  type ExportMessage,
  exportSession,
  isWrapped,
} from '../decodeExport.js'
import { createJsonCutter, type CutRole, type JsonPath } from '../JsonCutter.js'
import type { StoreSession, ToolCall } from '../StoreSession.js'
import type { SessionStore } from './SessionStore.js'

/**
 * Opens a file that `opencode export` (1.x) or `opencode session export` (2.x) wrote, as it stands or in its envelope (`data`), or a list
 * of such. It is gone through once to see what it is, and each session once more when it is read, so that one message at a time is held.
 * Throws a Refusal where it is none.
 */
export const openExport = (file: string): SessionStore => {
  const sessions = new Map(documentsOf(file).map((document) => [document.info.id, document]))
  /** The calls of the session that was read last. */
  let last: { readonly id: string; readonly calls: Calls } = { id: '', calls: new Map() }
  const times = [...sessions.values()].map(({ until }) => until)
  return {
    ids: [...sessions.keys()],
    until: times.length === 0 ? null : times.reduce((a, b) => Math.max(a, b)),
    expect: () => undefined,
    read: (id) => {
      const document = sessions.get(id)
      if (document === undefined) return null
      const { session, calls } = readSession(file, document)
      last = { id, calls }
      return session
    },
    callsOf: (id, messageId) => (last.id === id ? (last.calls.get(messageId) ?? []) : []),
    close: () => undefined,
  }
}

/** Calls of tools by the messages that made them. */
type Calls = ReadonlyMap<string, ReadonlyArray<ToolCall>>

/** The export of one session in a file. */
interface ExportDocument {
  readonly info: ExportInfo
  /** Its bytes in the file. */
  readonly start: number
  readonly end: number
  /** When the last of its turns was begun, or else the session, in milliseconds since the epoch. */
  readonly until: number
}

/** What is known of a document while the file is gone through. */
interface Draft {
  readonly start: number
  info: unknown
  hasMessages: boolean
  isWrapped: boolean
  until: number
}

const documentsOf = (file: string): ReadonlyArray<ExportDocument> => {
  const drafts: Draft[] = []
  let size = 0
  const cutter = createJsonCutter((path, kind, offset) => {
    const place = placeIn(path)
    if (isDocument(path, kind))
      drafts.push({ start: offset, info: undefined, hasMessages: false, isWrapped: false, until: -Infinity })
    const draft = drafts.at(-1)
    if (draft !== undefined && place.length === 1 && place[0] === 'messages' && kind === 'list')
      draft.hasMessages = true
    return roleOf(place, kind)
  })
  for (const chunk of chunksOf(file, 0, Number.POSITIVE_INFINITY)) {
    size += chunk.length
    for (const { path, text } of cutter.feed(chunk)) {
      const draft = drafts.at(-1)
      if (draft === undefined) continue
      const value = parse(text, file)
      if (placeIn(path)[0] === 'info') draft.info = value
      else {
        draft.isWrapped ||= isWrapped(value)
        draft.until = Math.max(draft.until, answeredAt(value))
      }
    }
  }
  if (!cutter.isOver()) throw notJson(file)
  return drafts.map(({ start, info: given, hasMessages, isWrapped: isFirst, until }, index) => {
    const info = pipe(
      decodeExportInfo(given),
      E.filterOrElse(
        () => hasMessages,
        () => 'messages: expected a list',
      ),
    )
    if (E.isLeft(info))
      throw new Refusal(
        `${file} is not an export of the harness (${info.left}); write one with: opencode export SESSION > FILE (2.x: opencode session export SESSION)`,
      )
    return {
      info: { ...info.right, isSecond: info.right.isSecond && !isFirst },
      start,
      end: drafts[index + 1]?.start ?? size,
      until: Math.max(until, info.right.createdAt),
    }
  })
}

const readSession = (
  file: string,
  { info, start, end }: ExportDocument,
): { readonly session: StoreSession; readonly calls: Calls } => {
  const cutter = createJsonCutter((path, kind) => roleOf(placeIn(path), kind))
  const messages: ExportMessage[] = []
  const calls = new Map<string, ReadonlyArray<ToolCall>>()
  for (const chunk of chunksOf(file, start, end))
    for (const { path, text } of cutter.feed(chunk))
      if (placeIn(path)[0] === 'messages') {
        const value = parse(text, file)
        const message = decodeExportMessage(value, info.isSecond)
        messages.push(message)
        const own = exportCalls(value)
        if (own.length > 0 && E.isRight(message)) calls.set(message.right.id, own)
      }
  return { session: exportSession(info, messages), calls }
}

/** The path within the export of one session: without its place in a list, and without its envelope. */
const placeIn = (path: JsonPath): JsonPath => {
  const inDocument = typeof path[0] === 'number' ? path.slice(1) : path
  return inDocument[0] === 'data' ? inDocument.slice(1) : inDocument
}

const isDocument = (path: JsonPath, kind: string): boolean =>
  path.length === 0 ? kind !== 'list' : path.length === 1 && typeof path[0] === 'number'

const roleOf = (place: JsonPath, kind: string): CutRole => {
  const [first, second] = place
  if (place.length === 0) return 'descend'
  if (place.length === 1)
    return first === 'info' ? 'take' : first === 'messages' && kind === 'list' ? 'descend' : 'skip'
  return first === 'messages' && typeof second === 'number' && place.length === 2 ? 'take' : 'skip'
}

/** When a message that is an answer or a compaction was begun, in milliseconds since the epoch. */
const answeredAt = (message: unknown): number => {
  const { info, type, time } = fieldsOf(message)
  const { role, time: infoTime } = fieldsOf(info)
  const isAnswer = role === 'assistant' || type === 'assistant' || type === 'compaction'
  const { created } = fieldsOf(infoTime ?? time)
  return isAnswer && typeof created === 'number' ? created : Number.NEGATIVE_INFINITY
}

const chunkBytes = 256 * 1024

/** The bytes of a part of a file. A chunk is filled anew when the next one is asked for. */
function* chunksOf(file: string, start: number, end: number): Generator<Buffer> {
  const fd = orRefuse(file, () => openSync(file, 'r'))
  try {
    const chunk = Buffer.allocUnsafe(chunkBytes)
    for (let at = start; at < end;) {
      const place = at
      const count = orRefuse(file, () => readSync(fd, chunk, 0, Math.min(chunkBytes, end - place), place))
      if (count === 0) return
      yield chunk.subarray(0, count)
      at += count
    }
  } finally {
    closeSync(fd)
  }
}

const orRefuse = <T>(file: string, read: () => T): T => {
  try {
    return read()
  } catch {
    throw new Refusal(`${file} cannot be read; check the path and its permissions`)
  }
}

const parse = (text: Buffer, file: string): unknown => {
  try {
    return JSON.parse(text.toString('utf8'))
  } catch {
    throw notJson(file)
  }
}

const notJson = (file: string): Refusal =>
  new Refusal(`${file} is not JSON; write it with: opencode export SESSION > FILE`)
