import { type DecisionLogEntry, eqData, type SwitchStream } from '@active-mode/core'
import { lineStart } from '@active-mode/harness-adapter/library'

/**
 * What lines of the log have in common that differ in session, message and times only. The same posture follows from the
 * evidence of each: no rule looks at a session id, and the ids of messages count only against one another.
 */
export interface LineForm {
  /** The decision of the first line that had this form. */
  readonly entry: DecisionLogEntry
  /** Matches the lines that have it, whole. Its groups are the time, the session, the message, and the delay. */
  readonly pattern: RegExp
}

/** What a line of a form says itself: its session, its message, or its delay. */
type Hole = 'session' | 'message' | 'elapsed'

/** The head of a line, as the plugin begins a decision. */
export interface LineHead {
  readonly at: string
  readonly sessionId: string
  readonly messageId: string | null
  /** Where it ends in the line. */
  readonly end: number
}

/** What a line says that others of its form do not. */
interface LineFill extends Pick<LineHead, 'at' | 'sessionId' | 'messageId'> {
  readonly elapsedMs: number
}

const beforeTime = `${lineStart}"at":"`
const afterTime = '","sessionId":"'
const beforeMessage = '","messageId":'
const timeLength = '2026-11-30T08:00:00.000Z'.length
const sessionStart = beforeTime.length + timeLength + afterTime.length

const time = `[\\dTZ:.+-]{${timeLength}}`
const sessionForm = 'ses_[0-9A-Za-z]+'
const messageForm = 'msg_[0-9a-f]{12}[0-9A-Za-z]+'
const number = '(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:e[+-]?\\d+)?'

const isWhole = (form: string): RegExp => new RegExp(`^${form}$`)
const [isTime, isSession, isMessage] = [isWhole(time), isWhole(sessionForm), isWhole(messageForm)]

/** Reads the head of a line; `null` where it is not laid out as the plugin does it. Says nothing of what follows. */
export const lineHead = (line: string): LineHead | null => {
  if (!line.startsWith(beforeTime) || !line.startsWith(afterTime, beforeTime.length + timeLength)) return null
  const sessionEnd = line.indexOf('"', sessionStart)
  const messageStart = sessionEnd + beforeMessage.length
  if (sessionEnd < 0 || !line.startsWith(beforeMessage, sessionEnd)) return null
  const isNamed = line.startsWith('"', messageStart)
  const end = isNamed ? line.indexOf('"', messageStart + 1) : messageStart
  if (end < 0) return null
  const at = line.slice(beforeTime.length, beforeTime.length + timeLength)
  const sessionId = line.slice(sessionStart, sessionEnd)
  const messageId = isNamed ? line.slice(messageStart + 1, end) : null
  return isTime.test(at) && isSession.test(sessionId) && (messageId === null || isMessage.test(messageId))
    ? { at, sessionId, messageId, end }
    : null
}

/** The decision of a line, if it is of this form; `null` where it is not. One match is much faster than to compare piece by piece. */
export const readForm = (form: LineForm, line: string): DecisionLogEntry | null => {
  const match = form.pattern.exec(line)
  if (match === null) return null
  const messageId = match[3] ?? ''
  return fillForm(form, {
    at: match[1] ?? '',
    sessionId: match[2] ?? '',
    messageId: messageId === '' ? null : messageId,
    elapsedMs: Number(match[4]),
  })
}

/** The decision of a form with what a line of it says itself. */
const fillForm = (
  { entry }: Pick<LineForm, 'entry'>,
  { at, sessionId, messageId, elapsedMs }: LineFill,
): DecisionLogEntry => {
  const { sessionInfo, switchStream } = entry
  return {
    ...entry,
    at,
    sessionId,
    messageId,
    elapsedMs,
    sessionInfo: { ...sessionInfo, sessionId },
    switchStream:
      switchStream._tag !== 'records'
        ? switchStream
        : {
            ...switchStream,
            store: switchStream.store === entry.sessionId ? sessionId : switchStream.store,
            records: switchStream.records.map((record) =>
              messageId !== null && record.key.value === entry.messageId
                ? { ...record, key: { _tag: 'message-id', value: messageId } }
                : record,
            ),
          },
  }
}

const beforeElapsed = '"elapsedMs":'

/** What stands for a hole while a line is taken apart. A line that holds one is no JSON, or escapes it. */
const marks: Readonly<Record<string, Hole>> = { '\u0001': 'session', '\u0002': 'message', '\u0003': 'elapsed' }
const anyMark = /([\u0001-\u0003])/

/** What a form is tried with. */
const probe: LineFill = {
  at: '1999-12-31T23:59:59.999Z',
  sessionId: 'ses_0000000000probe',
  messageId: 'msg_000000000000probe',
  elapsedMs: 0.015625,
}

/** The engine makes no fast matcher of a longer pattern. Usual lines have about 800 characters. */
const longestLine = 16 * 1024

/**
 * The form of a line whose decision is known; `null` where it has none that can be believed. It is tried: another line of that form
 * has to be read (`read`) as the decision filled in likewise. A stream of several keys is left alone, since there the order of the ids counts.
 */
export const formOf = (
  line: string,
  head: LineHead,
  entry: DecisionLogEntry,
  read: (line: string) => DecisionLogEntry | null,
): LineForm | null => {
  const elapsedStart = line.indexOf(beforeElapsed, head.end) + beforeElapsed.length
  const elapsedEnd = line.indexOf(',', elapsedStart)
  if (line.length > longestLine || hasOrder(entry.switchStream) || anyMark.test(line)) return null
  if (elapsedStart < head.end || elapsedEnd < 0) return null
  const body = `${line.slice(head.end, elapsedStart)}\u0003${line.slice(elapsedEnd)}`
    .replaceAll(head.sessionId, '\u0001')
    .replaceAll(head.messageId ?? '\u0002', '\u0002')
  const parts = body.split(anyMark)
  const form = { entry, pattern: patternOf(parts, head) }
  const other = { ...probe, messageId: head.messageId === null ? null : probe.messageId }
  return eqData.equals(read(lineOf(parts, other)), fillForm(form, other)) && eqData.equals(readForm(form, line), entry)
    ? form
    : null
}

/** What matches a line that consists of these parts behind its head: texts, and between them marks of holes. */
const patternOf = (parts: ReadonlyArray<string>, { messageId }: LineHead): RegExp => {
  const said: Readonly<Record<Hole, string>> = { session: '(?:\\2)', message: '(?:\\3)', elapsed: `(${number})` }
  const body = parts.map((part) => {
    const hole = marks[part]
    return hole === undefined ? literally(part) : said[hole]
  })
  return new RegExp(
    `^${literally(beforeTime)}(${time})${literally(afterTime)}(${sessionForm})${literally(beforeMessage)}${
      messageId === null ? '()' : `"(${messageForm})`
    }${body.join('')}$`,
  )
}

/** A pattern of that text and no other. */
const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** The line of these parts that says something else. */
const lineOf = (parts: ReadonlyArray<string>, { at, sessionId, messageId, elapsedMs }: LineFill): string => {
  const said: Readonly<Record<Hole, string>> = {
    session: sessionId,
    message: messageId ?? '',
    elapsed: String(elapsedMs),
  }
  const body = parts.map((part) => {
    const hole = marks[part]
    return hole === undefined ? part : said[hole]
  })
  return `${beforeTime}${at}${afterTime}${sessionId}${beforeMessage}${messageId === null ? '' : `"${messageId}`}${body.join('')}`
}

const hasOrder = (stream: SwitchStream): boolean =>
  stream._tag === 'records' && (stream.records.length > 1 || stream.records.some(({ answers }) => answers !== null))
