import type { DecisionLogEntry } from '@active-mode/core'
import { formOf, type LineForm, lineHead, readForm } from './LineForm.js'
import type { LogRecord, Place } from './LogRecord.js'
import { parseLogLine } from './parseLogLine.js'

/** So many forms are remembered: a log has a few for each agent and registry. */
const mostForms = 32

const nowhere: Place = { file: '', line: 0 }

/** The decision of a line, read without any form. */
const readPlainly = (line: string): DecisionLogEntry | null => {
  const [record] = parseLogLine(line, nowhere)
  return record?._tag === 'decision' ? record.entry : null
}

/**
 * Parses lines as `parseLogLine` does, and remembers their forms: a line of a form that was read before is filled in and neither parsed
 * nor decoded again.
 */
export const createLineParser = (): ((line: string, place: Place) => ReadonlyArray<LogRecord>) => {
  // The last one used comes first.
  const forms: LineForm[] = []
  const recall = (line: string, place: Place): LogRecord | null => {
    for (const [index, form] of forms.entries()) {
      const entry = readForm(form, line)
      if (entry === null) continue
      if (index > 0) forms.unshift(...forms.splice(index, 1))
      return { _tag: 'decision', place, entry, form }
    }
    return null
  }
  return (line, place) => {
    const recalled = recall(line, place)
    if (recalled !== null) return [recalled]
    const records = parseLogLine(line, place)
    const [record] = records
    const head = lineHead(line)
    if (head === null || record?._tag !== 'decision') return records
    const form = formOf(line, head, record.entry, readPlainly)
    if (form === null) return records
    forms.unshift(form)
    forms.splice(mostForms)
    return [{ ...record, form }]
  }
}
