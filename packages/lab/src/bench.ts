import { toolArguments } from '../../../tools/build/toolArguments.js'
import { decideFigures } from './bench/decide.js'
import { type Figure, isMet } from './bench/Figure.js'
import { overheadFigures } from './bench/overhead.js'
import { registriesFigures } from './bench/registries.js'
import { replayFigures } from './bench/replay.js'
import { table } from './demo/table.js'

/** `npm run bench`: every figure of the performance table in one run, target beside figure; with `--strict` a missed target is exit code 1. */

const usage = `usage: npm run bench [-- --strict]
  --strict  a missed target is exit code 1
Measures every figure of the performance table in one run, target beside figure; the last line is one JSON object. Takes minutes. Exit 2: usage.`

const values = toolArguments('bench', usage, { strict: { type: 'boolean', default: false } })

const show = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)

const showTarget = ({ target }: Figure): string =>
  target === undefined ? '' : 'atMost' in target ? `≤ ${show(target.atMost)}` : `≥ ${show(target.atLeast)}`

console.error('bench: decisions …')
const decided = decideFigures()
console.error('bench: registries …')
const read = await registriesFigures()
console.error('bench: the plugin inside the harness …')
const overhead = await overheadFigures()
console.error('bench: the audit …')
const figures = [...decided, ...read, ...overhead, ...replayFigures()]

console.log(
  table(
    ['figure', 'value', 'unit', 'target', ''],
    figures.map((figure) => [
      figure.name,
      show(figure.value),
      figure.unit,
      showTarget(figure),
      figure.target === undefined ? '' : isMet(figure) ? 'met' : 'MISSED',
    ]),
  ),
)
console.log(
  JSON.stringify(
    Object.fromEntries(figures.map(({ name, value, unit }) => [`${name} (${unit})`, Number(value.toPrecision(4))])),
  ),
)
process.exitCode = values.strict && !figures.every(isMet) ? 1 : 0
