import { fileURLToPath } from 'node:url'
import { registryFiles } from '@active-mode/fixtures/registry'
import type { AvailabilityRecord } from '@active-mode/lab/availability'
import { blocksOnWire, fetchHarness, isTurnOnWire, type WireRequest } from '@active-mode/lab/harness'
import { bootHarness2 } from '@active-mode/lab/harness2'

/** What a person names in the config: the package's folder. */
const pluginFolder = fileURLToPath(new URL('../../../harness-adapter', import.meta.url))

/**
 * Runs the shipped plugin on a recorded version of the second generation: a turn of a director, one of another agent, and a compaction.
 * Answers what is not as the contract promises, one sentence each: one block in the director's turn and in no other request.
 */
export const examinePlugin2 = async (
  record: AvailabilityRecord,
  say: (line: string) => void,
): Promise<ReadonlyArray<string>> => {
  const binary = await fetchHarness(record.harness, say)
  if (binary._tag === 'missing') return [binary.detail]
  const harness = await bootHarness2({
    binary: binary.path,
    plugins: [pluginFolder],
    agents: [
      { id: 'ship', system: 'You direct the ship mode.' },
      { id: 'other', system: 'You do as you are asked.' },
    ],
    registry: registryFiles('two-modes'),
  })
  try {
    const { client, model } = harness
    const director = await client.createSession({ agent: 'ship' })
    await client.turn(director.id, 'go on')
    await client.compacted(director.id)
    const copilot = await client.createSession({ agent: 'other' })
    await client.turn(copilot.id, 'go on')
    const isDirected = (request: WireRequest): boolean => isTurnOnWire(request) && request.session === director.id
    const failed = (await client.plugins())
      .filter(({ state }) => state.status === 'failed')
      .map(({ state }) => `a plugin failed: ${String(state.error)}`)
    const blocks = model.requests().filter(isDirected).flatMap(blocksOnWire).length
    const expected = record.contract === 'none' ? 0 : 1
    return [
      ...failed,
      ...(blocks === expected ? [] : [`${blocks} blocks in the turn of a director, not ${expected}`]),
      ...model
        .requests()
        .filter((request) => !isDirected(request) && blocksOnWire(request).length > 0)
        .map(({ kind, agent }) => `a block in a request (${kind ?? 'no kind'}) for ${agent ?? 'no agent'}`),
    ]
  } finally {
    await harness.stop()
  }
}
