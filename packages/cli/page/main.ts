import { findingIds } from '../src/audit/Finding.js'
import { findingTexts } from '../src/audit/report/findingText.js'
import { showTurns } from '../src/audit/Totals.js'
import { timeOf } from '../src/page/PageData.js'
import { counted } from '../src/show/text.js'
import { createList } from './createList.js'
import { byId, element } from './element.js'
import { loadPage, type PageData } from './loadPage.js'
import { zoneName } from './localTime.js'
import { createModel, type Timeline, timeOfFinding, type Wanted } from './Model.js'
import { followLink, linkTo } from './permalink.js'
import { showDetails } from './showDetails.js'
import { showFindings } from './showFindings.js'

const start = (data: PageData): void => {
  const model = createModel(data)
  const panel = byId('details')
  const list = createList({
    viewport: byId('list'),
    rows: byId('rows'),
    model,
    onSelect: (timeline, mark) => showDetails(panel, timeline, mark),
    onPin: (timeline, mark) =>
      history.replaceState(null, '', mark === null ? location.pathname : linkTo(timeline, mark)),
  })

  const { totals, scope, notices } = data.head
  const found = Object.values(totals.findings).reduce((sum, count) => sum + count, 0)
  byId('totals').textContent = [
    `${counted(totals.decisions, 'decision')} in ${counted(totals.sessions, 'session')}`,
    ...(totals.storeTurns === null ? [] : [showTurns(totals)]),
    found === 0 ? 'no findings' : `✕ ${counted(found, 'finding')}`,
  ].join('; ')
  byId('scope').textContent = [
    `log ${scope.log}`,
    scope.store === null ? 'no session store' : `store ${scope.store}`,
    ...(scope.vault === null ? [] : [`vault ${scope.vault}`]),
    ...(scope.session === null ? [] : [`session ${scope.session}`]),
    ...(scope.since === null ? [] : [`since ${scope.since}`]),
    'sessions oldest first',
    `times in ${zoneName()}`,
  ].join(' · ')
  byId('notices').append(...notices.map(({ text }) => element('li', text)))

  const kinds = findingIds.flatMap((id) => {
    const count = totals.findings[id] ?? 0
    if (count === 0) return []
    const box = element('input')
    box.type = 'checkbox'
    box.defaultChecked = true
    box.checked = true
    box.value = id
    const label = element('label', '')
    label.title = findingTexts[id].means
    label.append(box, ` ${id} (${count})`)
    byId('kinds').append(label)
    return [{ id, box }]
  })
  if (kinds.length === 0) byId('kinds').textContent = 'none'

  const input = (id: string): HTMLInputElement => byId(id) as HTMLInputElement
  const [search, only, from, to] = [input('search'), input('only'), input('from'), input('to')] as const

  /** What a session is found by: its id and title, and the agents of its requests. */
  const isSearched = ({ id, marks, session }: Timeline, words: string): boolean =>
    words === '' ||
    id.includes(words) ||
    (session.title ?? '').includes(words) ||
    marks.some(({ agent }) => agent?.includes(words) === true)

  /** A time that was filled in, in milliseconds since the epoch. The field shows whole seconds. */
  const filledIn = (field: HTMLInputElement, otherwise: number, more = 0): number =>
    field.value === '' ? otherwise : new Date(field.value).getTime() + more

  const apply = (): void => {
    const off = new Set(kinds.filter(({ box }) => !box.checked).map(({ id }) => id))
    const [least, most] = [filledIn(from, Number.NEGATIVE_INFINITY), filledIn(to, Number.POSITIVE_INFINITY, 999)]
    const isTimed = from.value !== '' || to.value !== ''
    const wanted: Wanted = {
      finding: (timeline, finding) => !off.has(finding.id) && wanted.time(timeOfFinding(timeline, finding) ?? least),
      time: (ms) => ms >= least && ms <= most,
    }
    // To take a kind away is to look for the others.
    const isNarrowed = only.checked || off.size > 0
    const shown = model.timelines.filter(
      (timeline) =>
        isSearched(timeline, search.value.trim()) &&
        (!isTimed || timeline.marks.some((mark) => wanted.time(timeOf(mark)))) &&
        (!isNarrowed || timeline.session.findings.some((finding) => wanted.finding(timeline, finding))),
    )
    byId('count').textContent = `${shown.length} of ${model.timelines.length} sessions`
    list.show(shown, wanted)
    showFindings(byId('findings'), shown, wanted, (timeline, mark) => reveal(timeline, mark))
  }

  /** Shows a mark, whatever is filtered. */
  const reveal = (timeline: Timeline, mark: number | null): void => {
    if (!list.reveal(timeline, mark)) {
      input('search').form?.reset()
      apply()
      list.reveal(timeline, mark)
    }
    history.replaceState(null, '', linkTo(timeline, mark))
  }

  const follow = (): void => {
    const target = followLink(model, location.hash)
    if (target !== null) reveal(target.timeline, target.mark)
  }

  const isTyping = (target: EventTarget | null): boolean =>
    target instanceof HTMLInputElement && target.type !== 'checkbox'

  byId('filter').addEventListener('input', apply)
  byId('filter').addEventListener('submit', (event) => event.preventDefault())
  document.addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'n' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
      return
    event.preventDefault()
    list.nextFinding()
  })
  window.addEventListener('hashchange', follow)
  window.addEventListener('resize', list.redraw)
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', list.redraw)
  apply()
  follow()
  document.documentElement.dataset['ready'] = 'true'
}

loadPage(byId('data').textContent)
  .then(start)
  .catch((error: unknown) => {
    byId('totals').textContent =
      `This page could not be read (${String(error)}). It needs a browser from 2023 or newer.`
    throw error
  })
