import { copyFileSync, cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDisturber, createMeddler } from '@active-mode/fixtures/faults'
import { bootHarness, type Harness } from '@active-mode/fixtures/harness'
import { stageRegistry } from '@active-mode/fixtures/registry'
import { createRegistrySource, readRegistryOnce, resolveRoot } from '@active-mode/harness-adapter/library'
import { builtPlugin } from '../buildPlugin.js'
import { judge } from './judge.js'
import { soakAgents } from './makeStory.js'
import { perform } from './perform.js'
import type { ReplyPlan, Stage } from './Stage.js'
import type { Action, Story } from './Story.js'
import type { Verdict } from './Verdict.js'

/** How a story ended. `played` are the actions that were begun. */
export interface Ending {
  readonly verdicts: ReadonlyArray<Verdict>
  readonly errors: ReadonlyArray<string>
  readonly played: number
}

export interface PlayOptions {
  /** The story ends after so many turns. */
  readonly turns: number
  readonly onProgress?: (turns: number) => void
  /** Whether it ends with the first bad verdict. */
  readonly stopAtFailure?: boolean
  /** A folder that the decision log and the harness's store are copied into in the end. */
  readonly keep?: string
}

/** A doubt whose record named another agent than that of the request: the witness itself was wrong. */
export const isMisled = ({ outcome, witnessRight }: Verdict): boolean => outcome === 'doubt' && !witnessRight

export const isBad = ({ outcome }: Verdict): boolean => outcome === 'wrong' || outcome === 'missing' || outcome === 'spurious'

/** Plays a story on a fresh harness and judges every request that reaches the model. */
export const playStory = async (story: Story, { turns, onProgress, stopAtFailure = false, keep }: PlayOptions): Promise<Ending> => {
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
    plugins: [disturber.plugin, shortener.plugin, copies.before, [builtPlugin, { registry: registryDir, deadlineMs: 20_000 }], copies.after],
    agents: [
      ...soakAgents.filter((id) => id !== 'plan' && id !== 'build').map((id) => ({ id, prompt: `You are ${id}.`, ...(id === hiddenDirector ? { hidden: true } : {}) })),
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
    return plan ?? { kind: 'text', text: request.agent === 'compaction' ? 'Done so far. Ledger: sessions/session-20261130-soak.md' : 'done' }
  })

  const errors: Array<string> = []
  let played = 0
  try {
    for (const batch of batches(story)) {
      played += batch.length
      const results = await Promise.allSettled(batch.map((action) => perform(stage, action)))
      errors.push(...results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : [])))
      const done = stage.verdicts.filter(({ turn }) => turn).length
      onProgress?.(done)
      if (done >= turns || (stopAtFailure && stage.verdicts.some(isBad))) break
    }
    if (keep !== undefined) await keepEvidence(harness, keep)
  } finally {
    await harness.stop()
    rmSync(scratch, { recursive: true, force: true })
  }
  return { verdicts: stage.verdicts, errors, played }
}

/** What `active-mode audit` looks at: `decisions/` and `opencode.db` with its side files. */
const keepEvidence = async ({ stateDir, home }: Harness, folder: string): Promise<void> => {
  const log = join(stateDir, 'active-mode', 'decisions')
  await quiet(log)
  cpSync(log, join(folder, 'decisions'), { recursive: true })
  const data = join(home, '.local', 'share', 'opencode')
  for (const name of readdirSync(data)) if (name.startsWith('opencode.db')) cpSync(join(data, name), join(folder, name))
}

/** Waits until a folder's files grow no more: the log is written behind the requests. */
const quiet = async (folder: string, before = -1): Promise<void> => {
  const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  if (bytes === before) return
  await new Promise((resolve) => setTimeout(resolve, quietMs))
  await quiet(folder, bytes)
}

const quietMs = 1000

/** A director that a person has hidden from the list of agents. */
const hiddenDirector = 'explore'

/** The most sessions that are busy at once. */
const atOnce = 3

/** Neighbouring actions on different sessions; what concerns all sessions stands alone. */
const batches = (story: Story): ReadonlyArray<ReadonlyArray<Action>> =>
  story.reduce<Array<Array<Action>>>((all, action) => {
    const last = all.at(-1)
    const joins = last !== undefined && last.length < atOnce && 'session' in action && last.every((other) => 'session' in other && other.session !== action.session)
    if (joins) last.push(action)
    else all.push([action])
    return all
  }, [])
