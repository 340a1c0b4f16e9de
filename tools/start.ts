import { bootHarness, type Harness, type WireRequest } from '@active-mode/fixtures/harness'
import { registryFiles } from '@active-mode/fixtures/registry'
import { builtPlugin, buildPlugin } from './buildPlugin.js'
import { agents } from './demo/agents.js'
import { blockReceived, received } from './demo/received.js'
import { sameAfterCompaction } from './demo/sameAfterCompaction.js'
import type { Step } from './demo/Step.js'
import { steps } from './demo/steps.js'
import { table } from './demo/table.js'
import { toolArguments } from './toolArguments.js'

toolArguments('start', `usage: npm start
Plays one director session through a compaction on the real harness, against a stand-in model: a table of its requests, and the block itself.`, {})

/** `npm start`: a director session keeps its block through a real compaction, on the real harness. */

interface Row {
  readonly step: string
  readonly request: WireRequest
  readonly promised: string
  readonly received: string
}

const play = async (harness: Harness, session: string, step: Step): Promise<ReadonlyArray<Row>> => {
  console.error(`… ${step.name}`)
  const before = harness.model.requests().length
  await step.act(harness, session)
  for (const agent of step.agents) await harness.model.waitFor((request) => request.index >= before && request.agent === agent)
  return harness.model
    .requests()
    .slice(before)
    .map((request) => ({ step: step.name, request, promised: step.promises[request.agent ?? ''] ?? 'nothing', received: received(request) }))
}

const run = async (harness: Harness): Promise<ReadonlyArray<Row>> => {
  const { id } = await harness.client.createSession({ agent: 'ship' })
  const rows: Array<Row> = []
  for (const step of steps) rows.push(...(await play(harness, id, step)))
  return rows
}

console.error('Active mode: building the plugin and booting the real harness with a stand-in model …')
await buildPlugin()
const harness = await bootHarness({ plugins: [[builtPlugin, { deadlineMs: 10_000 }]], agents, registry: registryFiles('two-modes') })
try {
  const rows = await run(harness)
  const wrong = rows.filter((row) => row.promised !== row.received)
  console.log(
    table(
      ['turn', "request's agent", 'promised', 'what the model received', ''],
      rows.map((row) => [row.step, row.request.agent ?? '?', row.promised, row.received, row.promised === row.received ? 'ok' : 'WRONG']),
    ),
  )
  const requests = rows.map(({ request }) => request)
  const block = requests.map(blockReceived).find((text) => text !== null)
  console.log(`\nThe director's block, as the model received it:\n\n${block ?? '(none)'}\n`)
  const isSame = sameAfterCompaction(requests, 'ship')
  console.log(`The block after the compaction, promised to be byte for byte the one before it: ${isSame ? 'it is' : 'IT IS NOT'}`)
  console.log(wrong.length === 0 ? `${rows.length} requests, ${isSame ? 'all as promised' : 'but not the promised bytes after the compaction'}` : `${wrong.length} of ${rows.length} requests not as promised`)
  process.exitCode = wrong.length === 0 && isSame ? 0 : 1
} finally {
  await harness.stop()
}
