import { type DecisionLogEntry, eqData, type SwitchStream } from '@active-mode/core'
import { lineStart } from '@active-mode/harness-adapter/library'

/**
 * What lines of the log have in common that differ in session, message and times only. The same posture follows from the
 * evidence of each: no rule looks at a session id, and the ids of messages count only against one another.
 */
export interface LineForm {
  /** The decision of the first line that had this form. */
  readonly entry: DecisionLogEntry
}

/** What a line of a form says itself. */
export interface LineFill {
  readonly at: string
  readonly sessionId: string
  readonly messageId: string | null
  readonly elapsedMs: number
}

/** A line, taken apart: lines with the same `form` are of one form. */
export interface CutLine {
  readonly form: string
  readonly fill: LineFill
}

const beforeTime = `${lineStart}"at":"`
const afterTime = '","sessionId":"'
const beforeMessage = '","messageId":'
const beforeElapsed = '"elapsedMs":'
const timeLength = '2026-11-30T08:00:00.000Z'.length

/** No line of JSON holds these, so what they stand for cannot be mixed up with what a line says. */
const [mark, sessionMark, messageMark] = ['\u0000', '\u0000s', '\u0000m']

const time = /^[\dTZ:.+-]+$/
const sessionForm = /^ses_[0-9A-Za-z]+$/
const messageForm = /^msg_[0-9a-f]{12}[0-9A-Za-z]+$/
const number = /^(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/

/** Takes a line apart; `null` where it is not laid out as the plugin lays out a decision. Says nothing of whether the rest is right. */
export const cutLine = (line: string): CutLine | null => {
  const timeEnd = beforeTime.length + timeLength
  const sessionStart = timeEnd + afterTime.length
  const sessionEnd = line.indexOf('"', sessionStart)
  const messageStart = sessionEnd + beforeMessage.length
  if (
    !line.startsWith(beforeTime) ||
    !line.startsWith(afterTime, timeEnd) ||
    !line.startsWith(beforeMessage, sessionEnd) ||
    line.includes(mark)
  )
    return null
  const isNamed = line.startsWith('"', messageStart)
  const messageEnd = isNamed ? line.indexOf('"', messageStart + 1) : messageStart
  const elapsedStart = line.indexOf(beforeElapsed, messageEnd) + beforeElapsed.length
  const elapsedEnd = line.indexOf(',', elapsedStart)
  if (messageEnd < messageStart || elapsedStart < messageEnd || elapsedEnd < elapsedStart) return null
  const at = line.slice(beforeTime.length, timeEnd)
  const sessionId = line.slice(sessionStart, sessionEnd)
  const messageId = isNamed ? line.slice(messageStart + 1, messageEnd) : null
  const elapsed = line.slice(elapsedStart, elapsedEnd)
  if (
    !time.test(at) ||
    !sessionForm.test(sessionId) ||
    !(messageId === null || messageForm.test(messageId)) ||
    !number.test(elapsed)
  )
    return null
  const rest = `${line.slice(messageEnd, elapsedStart)}${mark}${line.slice(elapsedEnd)}`.replaceAll(
    sessionId,
    sessionMark,
  )
  return {
    form: messageId === null ? rest : rest.replaceAll(messageId, messageMark),
    fill: { at, sessionId, messageId, elapsedMs: Number(elapsed) },
  }
}

/** The line of a form that says something else. */
const lineOf = (form: string, { at, sessionId, messageId, elapsedMs }: LineFill): string => {
  const rest = form.replaceAll(sessionMark, sessionId).replaceAll(messageMark, messageId ?? '')
  return `${beforeTime}${at}${afterTime}${sessionId}${beforeMessage}${messageId === null ? '' : `"${messageId}`}${rest.replace(mark, String(elapsedMs))}`
}

/** The decision of a line of a form. */
export const fillForm = (
  { entry }: LineForm,
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

const probe: LineFill = {
  at: '1999-12-31T23:59:59.999Z',
  sessionId: 'ses_0000000000probe',
  messageId: 'msg_000000000000probe',
  elapsedMs: 0.015625,
}

/**
 * The form of a line whose decision is known; `null` where it has none that can be believed. It is tried: another line of that form
 * has to be read as the decision filled in likewise. A stream of several keys is left alone, since there the order of the ids counts.
 */
export const believedForm = (
  { form, fill }: CutLine,
  entry: DecisionLogEntry,
  read: (line: string) => DecisionLogEntry | null,
): LineForm | null => {
  if (hasOrder(entry.switchStream)) return null
  const other = { ...probe, messageId: fill.messageId === null ? null : probe.messageId }
  const found = { entry }
  return eqData.equals(read(lineOf(form, other)), fillForm(found, other)) &&
    eqData.equals(entry, fillForm(found, fill))
    ? found
    : null
}

const hasOrder = (stream: SwitchStream): boolean =>
  stream._tag === 'records' && (stream.records.length > 1 || stream.records.some(({ answers }) => answers !== null))
