import { element } from './element.js'
import { localSpan } from './localTime.js'
import type { Timeline } from './Model.js'

/** What a timeline is called to somebody who cannot see it. */
export const labelOf = ({ id, requests, session }: Timeline): string =>
  `Session ${session.title ?? ''} ${id}: ${requests} requests, ${session.findings.length} findings`

/** The elements of one timeline: its heading, its facts, and a canvas to draw on. `found` is how many of its findings are asked for. */
export const rowElements = (
  timeline: Timeline,
  found: number,
): { readonly root: HTMLElement; readonly canvas: HTMLCanvasElement } => {
  const root = element('article', '', 'row')
  const { title, folder, inStore } = timeline.session
  const heading = element('h2', title ?? timeline.id)
  heading.append(
    ...(title === null ? [] : [element('code', timeline.id)]),
    element('span', `${timeline.requests} request${timeline.requests === 1 ? '' : 's'}`),
    ...(found === 0 ? [] : [element('span', `✕ ${found} finding${found === 1 ? '' : 's'}`, 'bad')]),
    ...(inStore === false ? [element('span', 'not in the store')] : []),
  )
  const facts = element(
    'p',
    [
      ...(timeline.span === null ? [] : [localSpan(timeline.span.from, timeline.span.until)]),
      ...(folder === null ? [] : [folder]),
    ].join(' · '),
    'facts',
  )
  const canvas = element('canvas')
  canvas.tabIndex = 0
  canvas.setAttribute('role', 'application')
  canvas.setAttribute('aria-roledescription', 'timeline')
  canvas.setAttribute('aria-label', labelOf(timeline))
  const strip = element('div', '', 'strip')
  strip.append(canvas)
  root.append(heading, facts, strip)
  return { root, canvas }
}
