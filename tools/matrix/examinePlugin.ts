import { blocksOnWire, bootHarness, isTurnOnWire } from '@active-mode/fixtures/harness'
import { type AvailabilityRecord, holds } from '@active-mode/fixtures/availability'
import { registryFiles } from '@active-mode/fixtures/registry'
import { binaryOf } from '../../packages/fixtures/src/matrix/index.js'
import { builtPlugin } from '../buildPlugin.js'

/** What the plugin says of a harness whose requests name no session. */
const sessionless = 'a request named no session'

/**
 * Runs the shipped plugin on a recorded version, in a turn of a director. Answers what is not as the version's contract
 * promises, one sentence each: a block in the turn and in no other request; without session ids no block, and one line.
 */
export const examinePlugin = async (record: AvailabilityRecord, say: (line: string) => void): Promise<ReadonlyArray<string>> => {
  const binary = await binaryOf(record.harness, say)
  if (binary._tag === 'missing') return [binary.detail]
  const harness = await bootHarness({
    binary: binary.path,
    plugins: [builtPlugin],
    agents: [{ id: 'ship', prompt: 'You direct the ship mode.' }],
    registry: registryFiles('two-modes'),
  })
  try {
    const { id } = await harness.client.createSession({ agent: 'ship' })
    await harness.client.prompt(id, { agent: 'ship', text: 'go on' })
    await new Promise((resolve) => setTimeout(resolve, logMs))
    const requests = harness.model.requests()
    const blocks = (isTurn: boolean): number => requests.filter((request) => isTurnOnWire(request) === isTurn).flatMap(blocksOnWire).length
    const lines = harness.logs().split(sessionless).length - 1
    const fires = holds(record.facts, 'system-transform-fires-with-session-id')
    const expected = { turns: record.contract === 'none' ? 0 : 1, lines: fires === false ? 1 : 0 }
    return [
      ...(blocks(true) === expected.turns ? [] : [`${blocks(true)} blocks in the turn of a director, not ${expected.turns}`]),
      ...(blocks(false) === 0 ? [] : ['a block in a request that is no turn']),
      ...(lines === expected.lines ? [] : [`${lines} lines that requests name no session, not ${expected.lines}`]),
    ]
  } finally {
    await harness.stop()
  }
}

/** How long the harness may take to write a line of its log, in milliseconds. */
const logMs = 500
