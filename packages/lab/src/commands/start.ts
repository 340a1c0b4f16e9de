import { styleText } from 'node:util'
import { blockReceived, requestTable, type TableColours } from '@active-mode/lab/harness'
import { buildPlugin } from '../../../../tools/build/buildPlugin.js'
import { firstGeneration } from '../demo/firstGeneration.js'
import { playStory, type Row, sameAfterCompaction } from '../demo/playStory.js'
import { secondGeneration } from '../demo/secondGeneration.js'
import type { Stage } from '../demo/Stage.js'
import { steps } from '../demo/steps.js'

interface Told {
  readonly harness: string
  readonly rows: ReadonlyArray<Row>
}

const tell = async (boot: () => Promise<Stage>): Promise<Told> => {
  const stage = await boot()
  try {
    return {
      harness: stage.name,
      rows: await playStory(stage, steps, (line) => console.error(`… ${stage.name}: ${line}`)),
    }
  } finally {
    await stage.stop()
  }
}

/** None where nobody sees them, or where `NO_COLOR` is set. */
const coloursOf = ({ isTTY }: NodeJS.WriteStream): TableColours => {
  const isColoured = isTTY && (process.env['NO_COLOR'] ?? '') === ''
  const paint = (colour: 'green' | 'red') => (text: string) => (isColoured ? styleText(colour, text) : text)
  return { good: paint('green'), bad: paint('red') }
}

/** `npm start`: a director session keeps its block through real compactions, on the real harness of both generations. */
export const start = async (): Promise<number> => {
  console.error(
    'Active mode: building the plugin and booting the real harness, 1.x and 2.x, each with a stand-in model …',
  )
  await buildPlugin()
  const told = [await tell(firstGeneration), await tell(secondGeneration)]

  console.log(
    requestTable(
      told.flatMap(({ harness, rows }) =>
        rows.map(({ step, label, promised, received }) => ({
          harness,
          turn: step,
          agent: label,
          promised,
          received,
          isAsPromised: promised === received,
        })),
      ),
      coloursOf(process.stdout),
    ),
  )
  const rows = told.flatMap((each) => each.rows)
  const block = rows.map(({ request }) => blockReceived(request)).find((text) => text !== null)
  console.log(`\nThe director's block, as the model received it:\n\n${block ?? '(none)'}\n`)
  const differing = told.filter((each) => !sameAfterCompaction(each.rows, 'ship')).map(({ harness }) => harness)
  console.log(
    `The block after the compaction, promised to be byte for byte the one before it: ${differing.length === 0 ? 'it is' : `IT IS NOT on ${differing.join(', ')}`}`,
  )
  const wrong = rows.filter((row) => row.promised !== row.received)
  console.log(
    wrong.length === 0
      ? `${rows.length} requests, ${differing.length === 0 ? 'all as promised' : 'but not the promised bytes after the compaction'}`
      : `${wrong.length} of ${rows.length} requests not as promised`,
  )
  return wrong.length === 0 && differing.length === 0 ? 0 : 1
}
