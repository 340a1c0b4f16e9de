import type { PostureSummary } from '@active-mode/core'
import {
  countOf,
  isCompaction,
  isGap,
  isRequest,
  ledgersOf,
  messageOf,
  notAgain,
  nowhere,
  type PageMark,
  requestOf,
  sameAgain,
  timeOf,
} from '../src/page/PageMark.js'
import { markTitle } from './drawTimeline.js'
import { element } from './element.js'
import { localTime } from './localTime.js'
import { agentNameOf, type Model, postureAt, type Timeline } from './Model.js'
import { linkTo } from './permalink.js'

type Row = readonly [name: string, value: string]

/** Shows one mark of a timeline with all its evidence, or the findings that no mark shows. */
export const showDetails = (panel: HTMLElement, model: Model, timeline: Timeline, place: number | null): void => {
  const mark = place === null ? undefined : timeline.marks[place]
  const loose = timeline.findingsAt.get(nowhere) ?? []
  const findings = mark === undefined ? loose : (timeline.findingsAt.get(place ?? nowhere) ?? [])
  panel.replaceChildren(
    element('h2', mark === undefined ? 'Session' : markTitle(model, mark)),
    linkOf(mark === undefined ? 'Link to this session' : 'Link to this request', linkTo(model, timeline, place)),
    ...findings.flatMap(([text, messageId, at, where, evidence]) => {
      const { id, means, remedy } = model.data.findingTexts[text] ?? { id: '?', means: '', remedy: '' }
      return [
        element('h3', `✕ ${id}`),
        element('p', means),
        element('p', remedy),
        listOf([
          ...given('message', messageId),
          ...given('time', at),
          ...given('where', where),
          ...given('evidence', evidence),
        ]),
      ]
    }),
    element(
      'h3',
      mark === undefined ? 'The session' : isRequest(mark) ? 'The request' : 'What the store says',
      'plain',
    ),
    listOf([
      ...given('title', timeline.session.title),
      ['session', timeline.id],
      ...given('folder', timeline.session.folder),
      ...(mark === undefined ? [['requests', String(timeline.requests)] as const] : rowsOf(model, mark)),
    ]),
    ...(mark === undefined || loose.length === 0
      ? []
      : [
          element(
            'p',
            `${loose.length} more finding${loose.length === 1 ? '' : 's'} of the session as a whole: press Escape on the timeline.`,
          ),
        ]),
  )
}

const linkOf = (text: string, to: string): HTMLElement => {
  const link = element('a', text)
  link.href = to
  const line = element('p')
  line.append(link)
  return line
}

const given = (name: string, value: string | null): ReadonlyArray<Row> =>
  value === null || value === '' ? [] : [[name, value]]

const listOf = (rows: ReadonlyArray<Row>): HTMLElement => {
  const list = element('dl')
  list.append(...rows.flatMap(([name, value]) => [element('dt', name), element('dd', value)]))
  return list
}

const rowsOf = (model: Model, mark: PageMark): ReadonlyArray<Row> => {
  const { data } = model
  const common: ReadonlyArray<Row> = [
    ['time', localTime(timeOf(mark))],
    ['in UTC', new Date(timeOf(mark)).toISOString()],
    ...given('message', messageOf(mark)),
    ...given('agent', agentNameOf(data, mark)),
  ]
  if (isGap(mark)) return [...common, ['decisions', 'none in the log'], ['turns', String(countOf(mark))]]
  if (isCompaction(mark))
    return [...common, ['ledgers named', ledgersOf(mark).length === 0 ? 'none' : ledgersOf(mark).join(', ')]]
  const { posture, redecided, blockBytes, carriesBlock, confirmed, delivered, elapsedMs, registry, file, line } =
    requestOf(mark)
  return [
    ...common,
    ['outcome', sentenceOf(postureAt(data, posture))],
    [
      're-check',
      redecided === sameAgain
        ? 'same result'
        : redecided === notAgain
          ? 'not possible: its registry is missing'
          : sentenceOf(postureAt(data, redecided)),
    ],
    [
      'block',
      carriesBlock
        ? `spliced, ${blockBytes} bytes${delivered === null ? '' : delivered ? ', and seen in the request that went out' : ', and not in the request that went out'}`
        : 'none spliced',
    ],
    [
      'harness said',
      confirmed === null
        ? 'nothing'
        : confirmed
          ? 'the request was for an agent of this posture'
          : 'the request was for another agent',
    ],
    ['took', `${elapsedMs} ms`],
    ['registry', data.registries[registry] ?? ''],
    ['where', `${data.files[file] ?? ''}:${line}`],
  ]
}

const sentenceOf = (posture: PostureSummary | null): string =>
  posture === null ? 'unknown' : [posture._tag, ...factsOf(posture)].join(' · ')

const factsOf = (posture: PostureSummary): ReadonlyArray<string> => {
  switch (posture._tag) {
    case 'director':
      return [`of mode ${posture.mode}`, `via ${posture.via}`]
    case 'degraded':
      return [
        `of mode ${posture.mode}`,
        `via ${posture.via}`,
        ...posture.missing.map(({ part, why }) => `${part} (${why})`),
      ]
    case 'copilot':
      return [posture.reason._tag]
    case 'unresolvable':
      return posture.reasons.map((reason) => JSON.stringify(reason))
  }
}
