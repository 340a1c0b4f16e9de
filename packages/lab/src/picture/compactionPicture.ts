import type { Compaction, Recording } from '../demo/Recording.js'
import { cellOf, type Line } from './Cell.js'

/**
 * `docs/img/compaction.svg`: what a director's model was told before and after a compaction, without the plugin and with it. Its colours
 * follow the reader's, light or dark, on a ground of its own.
 */
export const compactionPicture = ({ harness, without, withPlugin }: Recording): string => {
  const lost = without.before.history[0]?.text ?? ''
  const cells = (request: keyof Compaction, verdicts: readonly [string, string] | null) =>
    ([without, withPlugin] as const).map((compaction, column): ReadonlyArray<Line> => [
      ...cellOf(compaction[request], lost),
      ...(verdicts === null
        ? []
        : [{ look: 'text', text: '' } as const, { look: 'verdict', text: verdicts[column] ?? '' } as const]),
    ])
  const before = cells('before', null)
  const after = cells('after', [verdictWithout(without), verdictWith(withPlugin)])
  const [upper, lower] = [top, top + heightOf(before) + gap]
  const height = lower + heightOf(after) + foot
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${height}" width="${size}" height="${height}" role="img">`,
    '<title>What the model is told before and after a compaction, without the plugin and with it</title>',
    style,
    `<rect class="ground" width="${size}" height="${height}" rx="8"/>`,
    ...['without the plugin', 'with the plugin'].map((text, column) => words('head', left(column), 30, text)),
    ...before.map((lines, column) => cell(lines, left(column), upper, heightOf(before))),
    `<path class="rule" d="M${edge} ${lower - gap / 2 - 5}H${size / 2 - 190}M${size / 2 + 190} ${lower - gap / 2 - 5}H${size - edge}"/>`,
    `<text class="head" x="${size / 2}" y="${lower - gap / 2}" text-anchor="middle">compaction: a summary replaces the history</text>`,
    ...after.map((lines, column) => cell(lines, left(column), lower, heightOf(after))),
    words(
      'label',
      edge,
      height - 12,
      `Recorded from opencode ${harness} with a stand-in model, which also wrote the summary. “…” stands for what is left out here.`,
    ),
    '</svg>',
    '',
  ].join('\n')
}

/** What became of the first message, in which the person said what the agent is to do and how. */
const verdictWithout = ({ before, after }: Compaction): string => {
  const first = before.history[0]?.text ?? ''
  const isLost = ![...after.system, ...after.history.map(({ text }) => text)].some((text) => text.includes(first))
  if (!isLost) throw new Error('the first message outlived the compaction, so that the picture has nothing to show')
  return 'Gone: that it directs, its mode, its ledger.'
}

const verdictWith = ({ before, after }: Compaction): string => {
  const isSame = before.system.length > 2 && before.system.join('\n') === after.system.join('\n')
  if (!isSame) throw new Error('the block after the compaction is not the one before it')
  return 'The same block again, byte for byte.'
}

const size = 880
const edge = 16
const top = 44
const gap = 56
const foot = 36
const step = 17
const cellWidth = (size - 3 * edge) / 2

const left = (column: number): number => edge + column * (cellWidth + edge)

const heightOf = (cells: ReadonlyArray<ReadonlyArray<Line>>): number =>
  Math.max(...cells.map(({ length }) => length)) * step + 20

const cell = (lines: ReadonlyArray<Line>, x: number, y: number, height: number): string =>
  [
    `<rect class="cell" x="${x}" y="${y}" width="${cellWidth}" height="${height}" rx="6"/>`,
    ...lines.flatMap(({ look, text }, place) => {
      // A verdict stands at the foot of its cell.
      const base = look === 'verdict' ? y + height - 14 : y + 22 + place * step
      return [
        ...(look === 'block' || look === 'lost'
          ? [
              `<rect class="${look}-ground" x="${x + 6}" y="${base - 13}" width="${cellWidth - 12}" height="${step + 0.5}"/>`,
            ]
          : []),
        words(look, x + 12, base, text),
      ]
    }),
  ].join('\n')

const words = (look: string, x: number, y: number, text: string): string =>
  `<text class="${look}" x="${x}" y="${y}">${escaped(text)}</text>`

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const style = `<style>
text { font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; fill: #1f2328; white-space: pre }
.head, .label, .verdict { font-family: system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif }
.head { font-size: 14px; font-weight: 600 }
.label, .quiet { fill: #59636e }
.verdict { font-size: 13px; font-weight: 600 }
.ground { fill: #f6f8fa }
.cell { fill: #ffffff; stroke: #d1d9e0 }
.rule { stroke: #d1d9e0 }
.block-ground { fill: #dafbe1 }
.lost-ground { fill: #fff8c5 }
@media (prefers-color-scheme: dark) {
text { fill: #f0f6fc }
.label, .quiet { fill: #9198a1 }
.ground { fill: #151b23 }
.cell { fill: #0d1117; stroke: #3d444d }
.rule { stroke: #3d444d }
.block-ground { fill: #12361f }
.lost-ground { fill: #3b2f0b }
}
</style>`
