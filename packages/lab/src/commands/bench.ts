import { auditFigures } from '../bench/audit.js'
import { decideFigures } from '../bench/decide.js'
import { type Figure, isMet } from '../bench/Figure.js'
import { overheadFigures } from '../bench/overhead.js'
import { registriesFigures } from '../bench/registries.js'
import { showTable } from '../harness/showTable.js'

const show = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)

const showTarget = ({ target }: Figure): string =>
  target === undefined ? '' : 'atMost' in target ? `≤ ${show(target.atMost)}` : `≥ ${show(target.atLeast)}`

/** Every figure of the performance table in one run, target beside figure; `strict`: a missed target is exit code 1. */
export const bench = async ({ strict = false }: { readonly strict?: boolean }): Promise<number> => {
  console.error('bench: decisions …')
  const decided = decideFigures()
  console.error('bench: registries …')
  const read = await registriesFigures()
  console.error('bench: the plugin inside the harness …')
  const overhead = await overheadFigures()
  console.error('bench: the audit …')
  const figures = [...decided, ...read, ...overhead, ...(await auditFigures())]

  console.log(
    showTable(
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
  return strict && !figures.every(isMet) ? 1 : 0
}
