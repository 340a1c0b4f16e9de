import { believedForm, cutLine, fillForm, type LineForm } from './LineForm.js'
import type { LogRecord, Place } from './LogRecord.js'
import { parseLogLine } from './parseLogLine.js'

/** So many forms are remembered: a log has a few for each agent and registry. */
const mostForms = 256

/**
 * Parses lines as `parseLogLine` does, and remembers their forms: a line of a form that was read before is filled in and neither parsed
 * nor decoded again.
 */
export const createLineParser = (): ((text: string, place: Place) => ReadonlyArray<LogRecord>) => {
  // A form that is not believed is remembered too, so that it is tried only once.
  let forms = new Map<string, LineForm | null>()
  return (text, place) => {
    const cut = cutLine(text)
    if (cut === null) return parseLogLine(text, place)
    const form = forms.get(cut.form)
    if (form !== undefined && form !== null)
      return [{ _tag: 'decision', place, entry: fillForm(form, cut.fill), form }]
    const read = parseLogLine(text, place)
    const [record] = read
    if (form === null || record?._tag !== 'decision') return read
    if (forms.size >= mostForms) forms = new Map()
    const found = believedForm(cut, record.entry, (line) => {
      const [other] = parseLogLine(line, place)
      return other?._tag === 'decision' ? other.entry : null
    })
    forms.set(cut.form, found)
    return found === null ? read : [{ ...record, form: found }]
  }
}
