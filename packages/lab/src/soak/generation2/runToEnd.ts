import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Message2Record } from '@active-mode/lab/harness2'
import type { Stage2 } from './Stage2.js'

/** How long a run may take on a busy machine, in milliseconds. */
const patienceMs = 60_000

/** How long after a neighbour's file was saved the harness of a busy machine may still be setting up plugins, in milliseconds. */
const reloadMs = 5_000

/**
 * Does something in a session, waits until nothing of it runs any more, and fails where a run failed. While the harness sets up plugins
 * again it lacks what its own plugins give it, agents, providers and permissions among it, and fails a step for that by itself: this is
 * counted, and no error.
 */
export const runToEnd = async (stage: Stage2, session: string, act: () => Promise<unknown>): Promise<void> => {
  const { client } = stage.harness
  const began = Date.now()
  const before = new Set((await client.messages(session)).map(({ id }) => id))
  await act()
  await client.idle(session, patienceMs)
  const fresh = (await client.messages(session)).filter(({ id }) => !before.has(id))
  const failed = fresh.filter(isFailed)
  if (failed.length === 0) return
  const story = fresh.filter(({ type }) => type !== 'user').map((message) => JSON.stringify(message).slice(0, 1000))
  if (stage.savedAt > began - reloadMs && story.some((line) => lacking.test(line))) stage.failedByHarness += 1
  else throw new Error(`the run of session ${session} failed: ${story.join(' ')}`)
}

/** What the harness says where they are not there at the moment. */
const lacking = /AgentNotFound|ModelNotFound|ProviderNotFound|permission\.rejected/

const isFailed = ({ type, outcome, status }: Message2Record): boolean =>
  (type === 'idle' && outcome !== 'succeeded') || (type === 'compaction' && status !== 'completed')

/** Saves the file of the neighbour before ours: a little later the harness sets up that plugin, ours and all after them again. */
export const saveNeighbour = (stage: Stage2): void => {
  stage.savedAt = Date.now()
  appendFileSync(
    join(stage.harness.stage.pluginDir, stage.neighbours.before.plugin.name, 'server.js'),
    '// Saved again.\n',
  )
}
