import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stageRegistry } from '@active-mode/fixtures/registry'
import { createRegistrySource, readRegistryOnce, resolveRoot } from '@active-mode/harness-adapter/library'
import { createDisturber, createMeddler } from '@active-mode/lab/faults'
import { bootHarness } from '@active-mode/lab/harness'
import { builtPlugin } from '../../../../tools/build/buildPlugin.js'
import { judge } from './judge.js'
import { keepEvidence } from './keepEvidence.js'
import { soakAgents } from './makeStory.js'
import { perform } from './perform.js'
import { playBatches } from './playBatches.js'
import type { ReplyPlan, Stage } from './Stage.js'
import type { Story } from './Story.js'
import type { Ending, PlayOptions } from './Verdict.js'

/** Plays a story on a fresh harness and judges every request that reaches the model. */
export const playStory = async (story: Story, options: PlayOptions): Promise<Ending> => {
  const scratch = mkdtempSync(join(tmpdir(), 'active-mode-soak-'))
  const disturber = createDisturber('disturber', join(scratch, 'disturbance'))
  const shortener = createMeddler('shortener', join(scratch, 'meddling'))
  const registryDir = join(scratch, 'modes')
  const root = await resolveRoot({ option: registryDir, env: {}, home: scratch })
  await stageRegistry(registryDir, { fixture: 'three-modes' })
  // Two more copies of the plugin, one on each side, which have no registry.
  const copies = { before: join(scratch, 'before.js'), after: join(scratch, 'after.js') } as const
  for (const copy of Object.values(copies)) copyFileSync(builtPlugin, copy)
  const harness = await bootHarness({
    // What the soak looks for is a wrong posture; an honest "no answer in time" of a busy machine is none.
    plugins: [
      disturber.plugin,
      shortener.plugin,
      copies.before,
      [builtPlugin, { registry: registryDir, deadlineMs: 20_000 }],
      copies.after,
    ],
    agents: [
      ...soakAgents
        .filter((id) => id !== 'plan' && id !== 'build')
        .map((id) => ({ id, prompt: `You are ${id}.`, ...(id === hiddenDirector ? { hidden: true } : {}) })),
      { id: 'builder', mode: 'subagent', description: 'Builds what it is told.', prompt: 'You build.' },
    ],
  })
  const stage: Stage = {
    harness,
    registryDir,
    sample: null,
    isFresh: false,
    registry: createRegistrySource({ option: registryDir, env: {} }),
    sessions: new Map(),
    selected: new Map(),
    spoken: new Set(),
    plans: new Map<string, ReplyPlan>(),
    disturber,
    shortener,
    verdicts: [],
  }
  harness.model.respond(async (request) => {
    const bundle = stage.isFresh ? (await readRegistryOnce(root)).bundle : await stage.registry.snapshot()
    stage.verdicts.push(judge(request, bundle, stage.selected.get(request.session ?? '') ?? null, stage.sample))
    const plan = stage.plans.get(request.session ?? '')?.(request)
    if (plan !== undefined) stage.plans.delete(request.session ?? '')
    // A summary names its ledger, as the rule asks for.
    return (
      plan ?? {
        kind: 'text',
        text: request.agent === 'compaction' ? 'Done so far. Ledger: sessions/session-20261130-soak.md' : 'done',
      }
    )
  })

  try {
    const { errors, played } = await playBatches(story, (action) => perform(stage, action), stage.verdicts, options)
    const { stateDir, home } = harness
    if (options.keep !== undefined)
      await keepEvidence(
        { log: join(stateDir, 'active-mode', 'decisions'), data: join(home, '.local', 'share', 'opencode') },
        options.keep,
      )
    const conflicts = stage.verdicts.filter(({ isConflict }) => isConflict)
    const settled = conflicts.filter(({ outcome }) => outcome === 'right').length
    const doubts = stage.verdicts.filter(({ outcome }) => outcome === 'doubt').length
    return { verdicts: stage.verdicts, errors, played, counts: { conflicts: conflicts.length, settled, doubts } }
  } finally {
    await harness.stop()
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** A director that a person has hidden from the list of agents. */
const hiddenDirector = 'explore'
