import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { styleText } from 'node:util'
import { blockReceived, requestTable, type TableColours } from '@active-mode/lab/harness'
import { buildPlugin } from '../../../../tools/build/buildPlugin.js'
import { firstGeneration } from '../demo/firstGeneration.js'
import { playStory, type Row, sameAfterCompaction } from '../demo/playStory.js'
import { recordingFile, recordingOf, renderRecording } from '../demo/Recording.js'
import { secondGeneration } from '../demo/secondGeneration.js'
import type { Stage } from '../demo/Stage.js'
import { type Step, steps, stepsWithout } from '../demo/steps.js'

interface Told {
  readonly harness: string
  readonly rows: ReadonlyArray<Row>
}

const tell = async (stage: Stage, story: ReadonlyArray<Step>): Promise<Told> => ({
  harness: stage.name,
  rows: await playStory(stage, story, (line) => console.error(`… ${stage.name}: ${line}`)),
})

/** On 1.x first what happens without the plugin, and then the same and more with it. */
const tellFirst = async (): Promise<readonly [without: Told, withPlugin: Told]> => {
  const { without, withPlugin } = await firstGeneration()
  try {
    return [await tell(without, stepsWithout), await tell(withPlugin, steps)]
  } finally {
    await withPlugin.stop()
  }
}

const tellSecond = async (): Promise<Told> => {
  const stage = await secondGeneration()
  try {
    return await tell(stage, steps)
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
  const [without, first] = await tellFirst()
  const told = [first, await tellSecond()]
  // What the picture in README shows, for `npm run pages`.
  mkdirSync(dirname(recordingFile.fresh), { recursive: true })
  writeFileSync(recordingFile.fresh, renderRecording(recordingOf(without.rows, first.rows)))

  const all = [without, ...told]
  console.log(
    requestTable(
      all.flatMap(({ harness, rows }) =>
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
  const rows = all.flatMap((each) => each.rows)
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
