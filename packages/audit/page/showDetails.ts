import type { PageMark } from '../src/report/PageData.js'
import { element } from './element.js'
import { markTitle } from './drawTimeline.js'
import { agentOf, type Model, type Posture, postureAt, type Timeline } from './Model.js'

type Row = readonly [name: string, value: string]

/** Shows one mark of a timeline with all its evidence, or the findings that no mark shows. */
export const showDetails = (panel: HTMLElement, model: Model, timeline: Timeline, place: number | null): void => {
  const mark = place === null ? undefined : timeline.marks[place]
  const loose = timeline.findingsAt.get(-1) ?? []
  const findings = mark === undefined ? loose : (timeline.findingsAt.get(place ?? -1) ?? [])
  panel.replaceChildren(
    element('h2', mark === undefined ? 'Session' : markTitle(model, mark)),
    listOf([['session', timeline.id], ...(mark === undefined ? [['requests', String(timeline.marks.length)] as const] : rowsOf(model, mark))]),
    ...findings.flatMap(([text, messageId, at, where, evidence]) => {
      const { id, means, remedy } = model.data.findingTexts[text] ?? { id: '?', means: '', remedy: '' }
      return [element('h3', `✕ ${id}`), element('p', means), element('p', remedy), listOf([...given('message', messageId), ...given('time', at), ...given('where', where), ...given('evidence', evidence)])]
    }),
    ...(mark === undefined || loose.length === 0 ? [] : [element('p', `${loose.length} more finding${loose.length === 1 ? '' : 's'} of the session as a whole: press Escape on the timeline.`)]),
  )
}

const given = (name: string, value: string | null): ReadonlyArray<Row> => (value === null || value === '' ? [] : [[name, value]])

const listOf = (rows: ReadonlyArray<Row>): HTMLElement => {
  const list = element('dl')
  list.append(...rows.flatMap(([name, value]) => [element('dt', name), element('dd', value)]))
  return list
}

const rowsOf = (model: Model, mark: PageMark): ReadonlyArray<Row> => {
  const { data } = model
  const common: ReadonlyArray<Row> = [...given('time', new Date(mark[1]).toISOString()), ...given('message', mark[3]), ...given('agent', agentOf(data, mark))]
  if (mark[0] === 'g') return [...common, ['decisions', 'none in the log'], ['turns', String(mark[4])]]
  if (mark[0] === 'c') return [...common, ['ledgers named', mark[4].length === 0 ? 'none' : mark[4].join(', ')]]
  const [, , , , posture, redecided, bytes, carries, confirmed, elapsedMs, registry, file, line] = mark
  return [
    ...common,
    ['outcome', sentenceOf(postureAt(data, posture))],
    ['decided again', redecided === -1 ? 'the same' : redecided === -2 ? 'not possible, its registry is not to be had' : sentenceOf(postureAt(data, redecided))],
    ['block', carries === 1 ? `spliced, ${bytes} bytes` : 'none spliced'],
    ['harness said', confirmed === null ? 'nothing' : confirmed === 1 ? 'it is for that posture' : 'it is for another posture'],
    ['took', `${elapsedMs} ms`],
    ['registry', data.registries[registry] ?? ''],
    ['where', `${data.files[file] ?? ''}:${line}`],
  ]
}

const sentenceOf = (posture: Posture | null): string => {
  if (posture === null) return 'unknown'
  const { _tag, mode, via, missing, reasons, reason } = posture
  return [_tag, ...(mode === undefined ? [] : [`of mode ${mode}`]), ...(via === undefined ? [] : [`via ${via}`]), ...(missing ?? []).map(({ part, why }) => `${part} (${why})`), ...(reasons ?? []).map((each) => JSON.stringify(each)), ...(reason === undefined ? [] : [reason._tag])].join(' · ')
}
