import { agentOf, countOf, isCompaction, isGap, isRequest, nowhere, type PageMark, requestOf, textOf } from '../src/report/PageMark.js'
import { agentNameOf, type Model, postureAt, type Timeline } from './Model.js'
import type { Theme } from './Theme.js'

/** Pixels of a timeline, from its top. */
export const lanes = { band: 0, bandHeight: 15, block: 20, blockHeight: 22, height: 46 } as const

const narrowest = 4
const widest = 44
const widestCanvas = 16_000

/** How wide one mark is drawn, for a timeline that has so much room. */
export const cellWidth = (count: number, room: number): number =>
  Math.min(Math.max(narrowest, Math.min(widest, room / Math.max(1, count))), widestCanvas / Math.max(1, count))

export interface Drawing {
  readonly model: Model
  readonly timeline: Timeline
  readonly theme: Theme
  readonly cell: number
  readonly selected: number | null
  /** Which findings count, by the place of their text. */
  readonly isWanted: (text: number) => boolean
}

/** Draws a timeline: the agents as bands with their names, below them what each request carried. Every colour has a shape beside it. */
export const drawTimeline = (context: CanvasRenderingContext2D, drawing: Drawing): void => {
  const { timeline, cell, theme, selected } = drawing
  context.clearRect(0, 0, cell * timeline.marks.length, lanes.height)
  drawBands(context, drawing)
  timeline.marks.forEach((mark, place) => drawMark(context, drawing, mark, place))
  // On top of their neighbours, since they are never drawn too narrow to be seen.
  for (const [place, findings] of timeline.findingsAt) {
    const mark = timeline.marks[place]
    if (mark !== undefined && findings.some((finding) => drawing.isWanted(textOf(finding)))) drawFinding(context, drawing, mark, place)
  }
  if (selected === null) return
  context.strokeStyle = theme.focus
  context.lineWidth = 2
  context.strokeRect(selected * cell + cell / 2 - Math.max(cell, narrowestFinding + 4) / 2, lanes.block - 3, Math.max(cell, narrowestFinding + 4), lanes.blockHeight + 6)
}

const drawBands = (context: CanvasRenderingContext2D, { model, timeline, theme, cell }: Drawing): void => {
  context.font = '11px system-ui, sans-serif'
  context.textBaseline = 'middle'
  for (let start = 0; start < timeline.marks.length; ) {
    const agent = agentAt(timeline, start)
    let end = start + 1
    while (end < timeline.marks.length && agentAt(timeline, end) === agent) end += 1
    const [x, width] = [start * cell, (end - start) * cell]
    const { fill, ink } = theme.agent(agent)
    context.fillStyle = fill
    context.fillRect(x, lanes.band, width, lanes.bandHeight)
    context.fillStyle = ink
    const label = fitted(context, agent === nowhere ? '?' : (model.data.agents[agent] ?? '?'), width - 8)
    if (label !== '') context.fillText(label, x + 6, lanes.band + lanes.bandHeight / 2 + 0.5)
    if (start > 0) drawSwitch(context, theme, x)
    start = end
  }
}

const agentAt = ({ marks }: Timeline, place: number): number => {
  const mark = marks[place]
  return mark === undefined ? nowhere : agentOf(mark)
}

const fitted = (context: CanvasRenderingContext2D, text: string, width: number): string => {
  if (width < 8) return ''
  let cut = text.slice(0, Math.ceil(width / 4))
  while (cut !== '' && context.measureText(cut).width > width) cut = cut.slice(0, -1)
  return cut.length < 2 && cut.length < text.length ? '' : cut
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

const drawMark = (context: CanvasRenderingContext2D, { model, theme, cell }: Drawing, mark: PageMark, place: number): void => {
  if (isRequest(mark)) {
    const { posture, carriesBlock } = requestOf(mark)
    drawBlock(context, theme, postureAt(model.data, posture)?._tag ?? 'copilot', carriesBlock, boxOf(place, cell))
  } else if (isCompaction(mark)) drawCompaction(context, theme.fill, boxOf(place, cell, 7))
}

const narrowestFinding = 8

const drawFinding = (context: CanvasRenderingContext2D, { theme, cell }: Drawing, mark: PageMark, place: number): void => {
  const box = boxOf(place, cell, narrowestFinding)
  const { x, y, width, height } = box
  context.fillStyle = theme.bg
  context.fillRect(x - 1, y - 1, width + 2, height + 2)
  if (isCompaction(mark)) drawCompaction(context, theme.bad, box)
  else if (isRequest(mark)) {
    context.fillStyle = theme.bad
    context.fillRect(x, y, width, height)
  } else {
    context.strokeStyle = theme.bad
    context.lineWidth = 1
    context.setLineDash([3, 2])
    context.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1)
    context.setLineDash([])
  }
  drawCross(context, isGap(mark) ? theme.bad : theme.bg, box)
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
  const [left, right, top, bottom] = [x + width / 2 - across, x + width / 2 + across, y + height / 2 - down, y + height / 2 + down]
  context.strokeStyle = colour
  context.lineWidth = 1.5
  context.beginPath()
  context.moveTo(left, top)
  context.lineTo(right, bottom)
  context.moveTo(right, top)
  context.lineTo(left, bottom)
  context.stroke()
}

const drawBlock = (context: CanvasRenderingContext2D, theme: Theme, tag: string, carries: boolean, { x, y, width, height }: Box): void => {
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

/** What a mark is, in words: for the label of a timeline and the details. */
export const markTitle = (model: Model, mark: PageMark): string => {
  const agent = agentNameOf(model.data, mark) ?? 'unknown agent'
  if (isCompaction(mark)) return `Compaction, agent ${agent}`
  if (isGap(mark)) return `${countOf(mark)} turn${countOf(mark) === 1 ? '' : 's'} without a decision, agent ${agent}`
  const { posture, carriesBlock } = requestOf(mark)
  const tag = postureAt(model.data, posture)?._tag ?? 'unknown'
  return `${tag}, ${carriesBlock ? 'block carried' : 'no block'}, agent ${agent}`
}
