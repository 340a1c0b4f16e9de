import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stageRegistry } from '@active-mode/fixtures/registry'
import { createRegistrySource } from '@active-mode/harness-adapter/library'
import { createNeighbour } from '@active-mode/lab/faults'
import type { Reply, WireRequest } from '@active-mode/lab/harness'
import { bootHarness2, summaryHeadings } from '@active-mode/lab/harness2'
import { pluginFolder } from '../../../../../tools/build/buildPlugin.js'
import { keepEvidence } from '../keepEvidence.js'
import { soakAgents } from '../makeStory.js'
import { playBatches } from '../playBatches.js'
import type { Ending, PlayOptions } from '../Verdict.js'
import { complaints2 } from './complaints2.js'
import { carriesBlock, judge2 } from './judge2.js'
import { perform2 } from './perform2.js'
import type { Stage2 } from './Stage2.js'
import type { Story2 } from './Story2.js'

/** Plays a story on a fresh harness of the second generation and judges every request that reaches the model. */
export const playStory2 = async (story: Story2, options: PlayOptions): Promise<Ending> => {
  const scratch = mkdtempSync(join(tmpdir(), 'active-mode-soak-'))
  const registryDir = join(scratch, 'modes')
  const neighbours = {
    before: createNeighbour('before', join(scratch, 'deed-before')),
    after: createNeighbour('after', join(scratch, 'deed-after')),
  }
  await stageRegistry(registryDir, { fixture: 'three-modes' })
  // A copy: a build that falls into the story would make the harness set up the plugin again.
  const plugin = join(scratch, 'plugin')
  for (const path of ['package.json', 'server.js', 'dist'])
    cpSync(join(pluginFolder, path), join(plugin, path), { recursive: true })
  const harness = await bootHarness2({
    // What the soak looks for is a wrong posture; an honest "no answer in time" of a busy machine is none.
    plugins: [
      neighbours.before.plugin,
      [plugin, { registry: registryDir, deadlineMs: 20_000 }],
      neighbours.after.plugin,
    ],
    agents: [
      ...soakAgents
        .filter((id) => id !== 'plan' && id !== 'build')
        .map((id) => ({ id, system: `You are ${id}.`, ...(kinds[id] ?? {}) })),
      { id: 'builder', mode: 'subagent', description: 'Builds what it is told.', system: 'You build.' },
    ],
    config: { commands: { plain: { template: 'Go on.' }, directed: { template: 'Go on.', agent: 'ship' } } },
    // Long enough for somebody to choose another agent meanwhile.
    retryDelayMs: 400,
  })
  const stage: Stage2 = {
    harness,
    registryDir,
    registry: createRegistrySource({ option: registryDir, env: {} }),
    sessions: new Map(),
    spoken: new Set(),
    plans: new Map(),
    neighbours,
    sample: null,
    savedAt: 0,
    failedByHarness: 0,
    verdicts: [],
  }
  harness.model.respond(async (request) => {
    // Read only where the plugin reads as well: what was seen before counts.
    stage.verdicts.push(
      judge2(request, carriesBlock(request) ? await stage.registry.snapshot() : { _tag: 'absent' }, stage.sample),
    )
    const plan = stage.plans.get(request.session ?? '')?.(request)
    if (plan !== undefined) stage.plans.delete(request.session ?? '')
    return plan ?? usual(request)
  })
  try {
    const { errors, played } = await playBatches(story, (action) => perform2(stage, action), stage.verdicts, options)
    const log = join(harness.stage.stateDir, 'active-mode', 'decisions')
    const complaints = await complaints2(log, stage.verdicts)
    if (options.keep !== undefined) await keepEvidence({ log, data: harness.stage.dataDir }, options.keep)
    const { failedByHarness, verdicts } = stage
    return {
      verdicts,
      errors: [...errors, ...complaints.errors],
      played,
      counts: { failedByHarness, unconfirmed: complaints.unconfirmed },
    }
  } finally {
    await harness.stop()
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** A summary fills its template in and names its ledger, as the rule asks for. */
const usual = (request: WireRequest): Reply =>
  request.kind === 'compaction'
    ? {
        kind: 'text',
        text: summaryHeadings(request)
          .map((heading) => `${heading}\n- Ledger: sessions/session-20261130-soak.md`)
          .join('\n'),
      }
    : { kind: 'text', text: 'done' }

/** A director that a person has hidden from the list of agents, and one that is dispatched as well. */
const kinds: Readonly<Record<string, object>> = {
  explore: { hidden: true },
  quartermaster: { mode: 'all', description: 'Directs the haul mode.' },
}
