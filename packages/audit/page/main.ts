import type { PageData } from '../src/report/PageData.js'
import { agentOf, textOf } from '../src/report/PageMark.js'
import { createList } from './createList.js'
import { byId, element } from './element.js'
import { createModel, type Timeline } from './Model.js'
import { showDetails } from './showDetails.js'

const data = JSON.parse(byId('data').textContent) as PageData
const model = createModel(data)
const panel = byId('details')
const list = createList({ viewport: byId('list'), rows: byId('rows'), model, onSelect: (timeline, mark) => showDetails(panel, model, timeline, mark) })

const { totals, scope } = data
const found = Object.values(totals.findings).reduce((sum, count) => sum + count, 0)
byId('totals').textContent = `${totals.decisions} decisions in ${totals.sessions} sessions, ${totals.storeTurns} turns and ${totals.compactions} compactions in the store: ${found === 0 ? 'no findings' : `✕ ${found} finding${found === 1 ? '' : 's'}`}`
byId('scope').textContent = [`log ${scope.log}`, scope.store === null ? 'no session store' : `store ${scope.store}`, ...(scope.vault === null ? [] : [`vault ${scope.vault}`]), ...(scope.session === null ? [] : [`session ${scope.session}`]), ...(scope.since === null ? [] : [`since ${scope.since}`])].join(' · ')

const kinds = data.findingTexts.flatMap(({ id, means }, text) => {
  const count = totals.findings[id] ?? 0
  if (count === 0) return []
  const box = element('input')
  box.type = 'checkbox'
  box.checked = true
  box.value = id
  const label = element('label', '')
  label.title = means
  label.append(box, ` ${id} (${count})`)
  byId('kinds').append(label)
  return [{ text, box }]
})
if (kinds.length === 0) byId('kinds').textContent = 'none'

const search = byId('search') as HTMLInputElement
const only = byId('only') as HTMLInputElement

/** What a session is found by: its id, and the agents of its requests. */
const isSearched = ({ id, marks }: Timeline, words: string): boolean =>
  words === '' || id.includes(words) || [...new Set(marks.map(agentOf))].some((agent) => (data.agents[agent] ?? '').includes(words))

const apply = (): void => {
  const off = new Set(kinds.filter(({ box }) => !box.checked).map(({ text }) => text))
  const isWanted = (text: number): boolean => !off.has(text)
  // To take a kind away is to look for the others.
  const isNarrowed = only.checked || off.size > 0
  const shown = model.timelines.filter((timeline) => isSearched(timeline, search.value.trim()) && (!isNarrowed || timeline.session.findings.some((finding) => isWanted(textOf(finding)))))
  byId('count').textContent = `${shown.length} of ${model.timelines.length} sessions`
  list.show(shown, isWanted)
}

byId('filter').addEventListener('input', apply)
byId('filter').addEventListener('submit', (event) => event.preventDefault())
window.addEventListener('resize', list.redraw)
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', list.redraw)
apply()
document.documentElement.dataset['ready'] = 'true'
