import { type PageMark, timeOf } from '../src/page/PageData.js'
import type { Model, Timeline, Wanted } from './Model.js'
import type { Theme } from './Theme.js'

/** Pixels of a timeline, from its top. */
export const lanes = { band: 0, bandHeight: 15, block: 20, blockHeight: 22, height: 46 } as const

const narrowest = 4
const widest = 44
const widestCanvas = 16_000

/** How wide one mark is drawn, for a timeline that has so much room: as wide as the names in the bands ask for, where there is room. */
export const cellWidth = (context: CanvasRenderingContext2D, timeline: Timeline, room: number): number => {
  const count = Math.max(1, timeline.marks.length)
  context.font = bandFont
  const asked = bandsOf(timeline).map(
    ({ agent, start, end }) => (context.measureText(agent ?? '?').width + labelPadding) / (end - start),
  )
  const wanted = asked.reduce((a, b) => Math.max(a, b), widest)
  return Math.min(Math.max(narrowest, Math.min(wanted, room / count)), widestCanvas / count)
}

const bandFont = '11px system-ui, sans-serif'
const labelPadding = 10

interface Band {
  readonly agent: string | null
  readonly start: number
  readonly end: number
}

/** The runs of marks of one agent. */
const bandsOf = (timeline: Timeline): ReadonlyArray<Band> => {
  const bands: Band[] = []
  for (let start = 0; start < timeline.marks.length;) {
    const agent = agentAt(timeline, start)
    let end = start + 1
    while (end < timeline.marks.length && agentAt(timeline, end) === agent) end += 1
    bands.push({ agent, start, end })
    start = end
  }
  return bands
}

export interface Drawing {
  readonly model: Model
  readonly timeline: Timeline
  readonly theme: Theme
  readonly cell: number
  readonly selected: number | null
  readonly wanted: Wanted
}

/** Draws a timeline: the agents as bands with their names, below them what each request carried. Every colour has a shape beside it. */
export const drawTimeline = (context: CanvasRenderingContext2D, drawing: Drawing): void => {
  const { timeline, cell, theme, selected } = drawing
  context.clearRect(0, 0, cell * timeline.marks.length, lanes.height)
  drawBands(context, drawing)
  timeline.marks.forEach((mark, place) => drawMark(context, drawing, mark, place))
  // On top of their neighbours, since they are never drawn too narrow to be seen.
  for (const [place, findings] of timeline.findingsAt) {
    const mark = place === null ? undefined : timeline.marks[place]
    if (place === null || mark === undefined) continue
    // One that was filtered out is faint, and never drawn as what is right.
    context.globalAlpha = findings.some((finding) => drawing.wanted.finding(timeline, finding)) ? 1 : 0.3
    drawFinding(context, drawing, mark, place)
  }
  context.globalAlpha = 1
  drawUnwanted(context, drawing)
  if (selected === null) return
  context.strokeStyle = theme.focus
  context.lineWidth = 2
  context.strokeRect(
    selected * cell + cell / 2 - Math.max(cell, narrowestFinding + 4) / 2,
    lanes.block - 3,
    Math.max(cell, narrowestFinding + 4),
    lanes.blockHeight + 6,
  )
}

/** What lies outside of the time that is asked for is faint. */
const drawUnwanted = (context: CanvasRenderingContext2D, { timeline, cell, theme, wanted }: Drawing): void => {
  context.fillStyle = theme.bg
  context.globalAlpha = 0.75
  timeline.marks.forEach((mark, place) => {
    if (!wanted.time(timeOf(mark))) context.fillRect(place * cell, 0, cell, lanes.height)
  })
  context.globalAlpha = 1
}

const drawBands = (context: CanvasRenderingContext2D, { model, timeline, theme, cell }: Drawing): void => {
  context.font = bandFont
  context.textBaseline = 'middle'
  for (const { agent, start, end } of bandsOf(timeline)) {
    const [x, width] = [start * cell, (end - start) * cell]
    const { fill, ink } = theme.agent(agent === null ? null : (model.agents.get(agent) ?? null))
    context.fillStyle = fill
    context.fillRect(x, lanes.band, width, lanes.bandHeight)
    context.fillStyle = ink
    const label = fitted(context, agent ?? '?', width - labelPadding + 1)
    if (label !== '') context.fillText(label, x + 6, lanes.band + lanes.bandHeight / 2 + 0.5)
    if (start > 0) drawSwitch(context, theme, x)
  }
}

const agentAt = ({ marks }: Timeline, place: number): string | null => marks[place]?.agent ?? null

const fitted = (context: CanvasRenderingContext2D, text: string, width: number): string => {
  if (width < 8) return ''
  let cut = text.slice(0, Math.max(2, Math.ceil(width / 2)))
  if (cut === text && context.measureText(cut).width <= width) return cut
  while (cut !== '' && context.measureText(`${cut}…`).width > width) cut = cut.slice(0, -1)
  return cut.length < 2 ? '' : `${cut}…`
}

const drawSwitch = (context: CanvasRenderingContext2D, theme: Theme, x: number): void => {
  context.fillStyle = theme.ink
  context.fillRect(x - 0.5, 0, 1, lanes.height)
  context.beginPath()
  context.moveTo(x - 3, 0)
  context.lineTo(x + 3, 0)
  context.lineTo(x, 4)
  context.fill()
}

const boxOf = (place: number, cell: number, least = 2): Box => {
  const width = Math.max(least, cell - (cell > 3 ? 1 : 0))
  return { x: place * cell - Math.max(0, width - cell) / 2, y: lanes.block, width, height: lanes.blockHeight }
}

const drawMark = (context: CanvasRenderingContext2D, { theme, cell }: Drawing, mark: PageMark, place: number): void => {
  if (mark.kind === 'request') drawBlock(context, theme, mark.recorded._tag, mark.carriesBlock, boxOf(place, cell))
  else if (mark.kind === 'compaction') drawCompaction(context, theme.fill, boxOf(place, cell, 7))
}

const narrowestFinding = 8

const drawFinding = (
  context: CanvasRenderingContext2D,
  { theme, cell }: Drawing,
  mark: PageMark,
  place: number,
): void => {
  const box = boxOf(place, cell, narrowestFinding)
  const { x, y, width, height } = box
  context.fillStyle = theme.bg
  context.fillRect(x - 1, y - 1, width + 2, height + 2)
  if (mark.kind === 'compaction') drawCompaction(context, theme.bad, box)
  else if (mark.kind === 'request') {
    context.fillStyle = theme.bad
    context.fillRect(x, y, width, height)
  } else {
    context.strokeStyle = theme.bad
    context.lineWidth = 1
    context.setLineDash([3, 2])
    context.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1)
    context.setLineDash([])
  }
  drawCross(context, mark.kind === 'gap' ? theme.bad : theme.bg, box)
  // A mark below, so that one finding among hundreds of cells is seen, with and without colour.
  context.fillStyle = theme.bad
  context.beginPath()
  context.moveTo(x + width / 2 - 4, lanes.height)
  context.lineTo(x + width / 2 + 4, lanes.height)
  context.lineTo(x + width / 2, lanes.height - 4)
  context.fill()
}

const drawCompaction = (context: CanvasRenderingContext2D, colour: string, { x, y, width, height }: Box): void => {
  const half = Math.min(width / 2, height / 2)
  context.fillStyle = colour
  context.beginPath()
  context.moveTo(x + width / 2, y - 2)
  context.lineTo(x + width / 2 + half, y + height / 2)
  context.lineTo(x + width / 2, y + height + 2)
  context.lineTo(x + width / 2 - half, y + height / 2)
  context.fill()
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const drawCross = (context: CanvasRenderingContext2D, colour: string, { x, y, width, height }: Box): void => {
  const [across, down] = [Math.min(width, height) / 2 - 1, height / 2 - 3]
  const [left, right, top, bottom] = [
    x + width / 2 - across,
    x + width / 2 + across,
    y + height / 2 - down,
    y + height / 2 + down,
  ]
  context.strokeStyle = colour
  context.lineWidth = 1.5
  context.beginPath()
  context.moveTo(left, top)
  context.lineTo(right, bottom)
  context.moveTo(right, top)
  context.lineTo(left, bottom)
  context.stroke()
}

const drawBlock = (
  context: CanvasRenderingContext2D,
  theme: Theme,
  tag: string,
  carries: boolean,
  { x, y, width, height }: Box,
): void => {
  context.fillStyle = theme.fill
  context.strokeStyle = theme.fill
  context.lineWidth = 1
  if (!carries) context.fillRect(x, y + height / 2 - 0.75, width, 1.5)
  else if (tag === 'director') context.fillRect(x, y, width, height)
  else {
    context.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1)
    context.beginPath()
    if (tag === 'degraded') {
      context.moveTo(x, y)
      context.lineTo(x + width, y + height)
      context.lineTo(x, y + height)
    } else context.arc(x + width / 2, y + height / 2, Math.min(2.5, width / 3), 0, 2 * Math.PI)
    context.fill()
  }
}
