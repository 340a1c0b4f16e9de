import { cellWidth, drawTimeline, lanes } from './drawTimeline.js'
import { markTitle, type Model, type Timeline, type Wanted } from './Model.js'
import { labelOf, rowElements } from './rowElements.js'
import { readTheme } from './Theme.js'

/** The list of timelines. Only what is in view exists in the document, however long the list is. */
export interface TimelineList {
  readonly show: (timelines: ReadonlyArray<Timeline>, wanted: Wanted) => void
  readonly redraw: () => void
  /** Shows a mark and keeps it, whatever the mouse passes over. Answers whether the timeline is among those shown. */
  readonly reveal: (timeline: Timeline, mark: number | null) => boolean
  /** Goes to the next finding, from where somebody is or from the beginning. */
  readonly nextFinding: () => void
}

export interface ListSettings {
  readonly viewport: HTMLElement
  readonly rows: HTMLElement
  readonly model: Model
  readonly onSelect: (timeline: Timeline, mark: number | null) => void
  /** Somebody chose it for good. */
  readonly onPin: (timeline: Timeline, mark: number | null) => void
}

const rowHeight = lanes.height + 64
const spare = 4

interface Row {
  readonly root: HTMLElement
  readonly canvas: HTMLCanvasElement
  readonly timeline: Timeline
  cell: number
}

export const createList = ({ viewport, rows, model, onSelect, onPin }: ListSettings): TimelineList => {
  let timelines: ReadonlyArray<Timeline> = []
  let wanted: Wanted = { finding: () => true, time: () => true }
  let isPinned = false
  /** Where somebody was last. */
  let current: { readonly timeline: Timeline; readonly mark: number | null } | null = null
  let theme = readTheme()
  const live = new Map<number, Row>()
  const selected = new Map<string, number | null>()

  const draw = (row: Row): void => {
    const { canvas, timeline } = row
    const ratio = window.devicePixelRatio
    const context = canvas.getContext('2d')
    if (context === null) return
    row.cell = cellWidth(context, timeline, viewport.clientWidth - 48)
    const width = Math.max(1, Math.ceil(row.cell * timeline.marks.length))
    canvas.width = width * ratio
    canvas.height = lanes.height * ratio
    canvas.style.width = `${width}px`
    canvas.style.height = `${lanes.height}px`
    context.scale(ratio, ratio)
    drawTimeline(context, {
      model,
      timeline,
      theme,
      cell: row.cell,
      selected: selected.get(timeline.id) ?? null,
      wanted,
    })
  }

  const select = (row: Row, mark: number | null): void => {
    const { timeline, canvas } = row
    selected.set(timeline.id, mark)
    current = { timeline, mark }
    const title = mark === null ? undefined : timeline.marks[mark]
    canvas.setAttribute(
      'aria-label',
      `${labelOf(timeline)}${title === undefined || mark === null ? '' : `. ${mark + 1} of ${timeline.marks.length}: ${markTitle(title)}${timeline.findingsAt.has(mark) ? ', finding' : ''}`}`,
    )
    draw(row)
    if (mark !== null) keepInView(canvas.parentElement, mark * row.cell)
    onSelect(timeline, mark)
  }

  const onKey = (row: Row, place: number, event: KeyboardEvent): void => {
    const last = row.timeline.marks.length - 1
    const now = selected.get(row.timeline.id) ?? null
    const move = (mark: number): void => select(row, Math.max(0, Math.min(last, mark)))
    if (event.key === 'ArrowRight') move(now === null ? 0 : now + 1)
    else if (event.key === 'ArrowLeft') move(now === null ? last : now - 1)
    else if (event.key === 'Home') move(0)
    else if (event.key === 'End') move(last)
    else if (event.key === 'Enter') pin(row, now)
    else if (event.key === 'Escape') {
      isPinned = false
      select(row, null)
    } else if (event.key === 'ArrowDown') focus(place + 1, null)
    else if (event.key === 'ArrowUp') focus(place - 1, null)
    else return
    event.preventDefault()
  }

  const pin = (row: Row, mark: number | null): void => {
    isPinned = mark !== null
    select(row, mark)
    onPin(row.timeline, mark)
  }

  const nextFinding = (): void => {
    const place = current === null ? -1 : timelines.indexOf(current.timeline)
    const here = place < 0 || current === null ? undefined : findingAfter(current.timeline, current.mark ?? -1)
    if (here !== undefined) {
      focus(place, here)
      return
    }
    const further = timelines.findIndex((timeline, index) => index > place && findingAfter(timeline, -1) !== undefined)
    const timeline = timelines[further]
    if (timeline !== undefined) focus(further, findingAfter(timeline, -1) ?? null)
  }

  const findingAfter = (timeline: Timeline, mark: number): number | undefined =>
    timeline.session.findings
      .filter((finding) => wanted.finding(timeline, finding))
      .flatMap((finding) => (finding.mark !== null && finding.mark > mark ? [finding.mark] : []))
      .toSorted((a, b) => a - b)[0]

  const makeRow = (timeline: Timeline, place: number): Row => {
    const found = timeline.session.findings.filter((finding) => wanted.finding(timeline, finding)).length
    const row: Row = { ...rowElements(timeline, found), timeline, cell: 1 }
    const { root, canvas } = row
    root.style.top = `${place * rowHeight}px`
    root.style.height = `${rowHeight}px`
    const markAt = (event: MouseEvent): number =>
      Math.min(timeline.marks.length - 1, Math.floor(event.offsetX / row.cell))
    canvas.addEventListener('mousemove', (event) => {
      const mark = markAt(event)
      if (!isPinned && mark !== selected.get(timeline.id)) select(row, mark)
    })
    canvas.addEventListener('click', (event) => pin(row, markAt(event)))
    canvas.addEventListener('focus', () => select(row, selected.get(timeline.id) ?? null))
    canvas.addEventListener('keydown', (event) => onKey(row, timelines.indexOf(timeline), event))
    return row
  }

  const update = (): void => {
    const first = Math.max(0, Math.floor(viewport.scrollTop / rowHeight) - spare)
    const last = Math.min(timelines.length, Math.ceil((viewport.scrollTop + viewport.clientHeight) / rowHeight) + spare)
    for (const [place, row] of live) {
      // What has the focus stays, or the keyboard would lose its place.
      if ((place >= first && place < last) || row.canvas === document.activeElement) continue
      row.root.remove()
      live.delete(place)
    }
    for (let place = first; place < last; place += 1) {
      const timeline = timelines[place]
      if (timeline === undefined || live.has(place)) continue
      const row = makeRow(timeline, place)
      live.set(place, row)
      const after = [...live].filter(([other]) => other > place).toSorted(([a], [b]) => a - b)[0]?.[1].root ?? null
      rows.insertBefore(row.root, after)
      draw(row)
    }
  }

  const focus = (place: number, mark: number | null): void => {
    const timeline = timelines[place]
    if (timeline === undefined) return
    const top = place * rowHeight
    if (top < viewport.scrollTop) viewport.scrollTop = top
    else if (top + rowHeight > viewport.scrollTop + viewport.clientHeight)
      viewport.scrollTop = top + rowHeight - viewport.clientHeight
    update()
    const row = live.get(place)
    if (row === undefined) return
    if (mark !== null) selected.set(timeline.id, mark)
    // One that has the focus already is told nothing.
    if (row.canvas === document.activeElement) select(row, selected.get(timeline.id) ?? null)
    else row.canvas.focus({ preventScroll: true })
  }

  viewport.addEventListener('scroll', update, { passive: true })
  return {
    show: (shown, asked) => {
      timelines = shown
      wanted = asked
      live.clear()
      rows.replaceChildren()
      rows.style.height = `${timelines.length * rowHeight}px`
      viewport.scrollTop = Math.min(
        viewport.scrollTop,
        Math.max(0, timelines.length * rowHeight - viewport.clientHeight),
      )
      update()
    },
    redraw: () => {
      theme = readTheme()
      update()
      live.forEach(draw)
    },
    reveal: (timeline, mark) => {
      const place = timelines.indexOf(timeline)
      if (place < 0) return false
      isPinned = mark !== null
      selected.set(timeline.id, mark)
      focus(place, null)
      return true
    },
    nextFinding,
  }
}

const keepInView = (strip: HTMLElement | null, x: number): void => {
  if (strip === null || strip.scrollWidth <= strip.clientWidth) return
  if (x < strip.scrollLeft || x > strip.scrollLeft + strip.clientWidth - 20)
    strip.scrollLeft = x - strip.clientWidth / 2
}
