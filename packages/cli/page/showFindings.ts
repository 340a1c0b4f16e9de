import type { PageFinding } from '../src/page/PageData.js'
import { element } from './element.js'
import { localTime } from './localTime.js'
import { type Timeline, timeOfFinding, type Wanted } from './Model.js'

/** So many findings are listed; of more the filters choose. */
const mostListed = 300

/** Lists the findings that are wanted, each a button that leads to it. */
export const showFindings = (
  panel: HTMLElement,
  timelines: ReadonlyArray<Timeline>,
  wanted: Wanted,
  onPick: (timeline: Timeline, mark: number | null) => void,
): void => {
  const found = timelines.flatMap((timeline) =>
    timeline.session.findings
      .filter((finding) => wanted.finding(timeline, finding))
      .map((finding) => ({ timeline, finding })),
  )
  const list = element('ol')
  for (const { timeline, finding } of found.slice(0, mostListed)) {
    const button = element('button')
    button.type = 'button'
    button.append(element('strong', `✕ ${finding.id}`), element('span', describe(timeline, finding)))
    button.addEventListener('click', () => onPick(timeline, finding.mark))
    const item = element('li')
    item.append(button)
    list.append(item)
  }
  panel.replaceChildren(
    element('h2', found.length === 0 ? 'No findings' : `Findings (${found.length})`),
    list,
    ...(found.length > mostListed
      ? [element('p', `… ${found.length - mostListed} more; narrow them with the filters above.`)]
      : []),
  )
}

const describe = (timeline: Timeline, finding: PageFinding): string => {
  const time = timeOfFinding(timeline, finding)
  const agent = finding.mark === null ? undefined : timeline.marks[finding.mark]?.agent
  return [
    ...(time === null ? [] : [localTime(time)]),
    ...(agent === null || agent === undefined ? [] : [agent]),
    timeline.session.title ?? timeline.id,
  ].join(' · ')
}
