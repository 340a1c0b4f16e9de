import type { PostureSummary } from '@active-mode/core'
import { findingTexts } from '../src/audit/report/findingText.js'
import { type PageMark, timeOf } from '../src/page/PageData.js'
import { element } from './element.js'
import { localTime } from './localTime.js'
import { markTitle, type Timeline } from './Model.js'
import { linkTo } from './permalink.js'

type Row = readonly [name: string, value: string]

/** Shows one mark of a timeline with all its evidence, or the findings of the session as a whole. */
export const showDetails = (panel: HTMLElement, timeline: Timeline, place: number | null): void => {
  const mark = place === null ? undefined : timeline.marks[place]
  const whole = timeline.findingsAt.get(null) ?? []
  const findings = mark === undefined ? whole : (timeline.findingsAt.get(place) ?? [])
  panel.replaceChildren(
    element('h2', mark === undefined ? 'Session' : markTitle(mark)),
    linkOf(mark === undefined ? 'Link to this session' : 'Link to this request', linkTo(timeline, place)),
    ...findings.flatMap(({ id, messageId, at, where, evidence }) => [
      element('h3', `✕ ${id}`),
      element('p', findingTexts[id].means),
      element('p', findingTexts[id].remedy),
      listOf([
        ...given('message', messageId),
        ...given('time', at),
        ...given('where', where),
        ...given('evidence', evidence),
      ]),
    ]),
    element(
      'h3',
      mark === undefined ? 'The session' : mark.kind === 'request' ? 'The request' : 'In the session store',
      'plain',
    ),
    listOf([
      ...given('title', timeline.session.title),
      ['session', timeline.id],
      ...given('folder', timeline.session.folder),
      ...(mark === undefined ? [['requests', String(timeline.requests)] as const] : rowsOf(mark)),
    ]),
    ...(mark === undefined || whole.length === 0
      ? []
      : [
          element(
            'p',
            `${whole.length} more finding${whole.length === 1 ? '' : 's'} of the session as a whole: press Escape on the timeline.`,
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

const rowsOf = (mark: PageMark): ReadonlyArray<Row> => [
  ['time', localTime(timeOf(mark))],
  ['in UTC', mark.at],
  ...given('message', mark.messageId),
  ...given('agent', mark.agent),
  ...factsOf(mark),
]

const factsOf = (mark: PageMark): ReadonlyArray<Row> => {
  switch (mark.kind) {
    case 'gap':
      return [
        ['decisions', 'none in the log'],
        ['turns', String(mark.count)],
      ]
    case 'compaction':
      return [['ledgers named', mark.ledgers.length === 0 ? 'none' : mark.ledgers.join(', ')]]
    case 'request': {
      const { recorded, redecided, carriesBlock, blockBytes, delivered, confirmed, elapsedMs, registry, place } = mark
      return [
        ['posture', sentenceOf(recorded)],
        [
          're-check',
          redecided === null
            ? 'not possible: its registry is missing'
            : JSON.stringify(redecided) === JSON.stringify(recorded)
              ? 'same result'
              : sentenceOf(redecided),
        ],
        [
          'block',
          carriesBlock
            ? `added, ${blockBytes} bytes${delivered === null ? '' : delivered ? ', and seen in the request that went out' : ', but not in the request that went out'}`
            : 'none added',
        ],
        [
          'confirmed',
          confirmed === null
            ? 'no: the harness did not say whose request it was'
            : confirmed
              ? 'yes: the harness named an agent with this posture'
              : 'no: the harness named another agent',
        ],
        ['took', `${Math.round(elapsedMs * 10) / 10} ms`],
        ['registry', registry],
        ['where', `${place.file}:${place.line}`],
      ]
    }
  }
}

const sentenceOf = (posture: PostureSummary): string => [posture._tag, ...detailsOf(posture)].join(' · ')

const detailsOf = (posture: PostureSummary): ReadonlyArray<string> => {
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
