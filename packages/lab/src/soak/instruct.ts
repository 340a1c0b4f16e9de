import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { referencePosture } from '@active-mode/fixtures'
import { renderBlock } from '@active-mode/harness-adapter/library'
import type { Stage } from './Stage.js'
import { sampleOf, staleBlock } from './staleSample.js'

/** Puts a sample of the block into the project's instructions, or takes them away. */
export const instruct = async (stage: Stage, sample: 'stale' | 'current' | null): Promise<void> => {
  const file = join(stage.harness.directory, 'AGENTS.md')
  const block = sample === 'current' ? await currentBlock(stage) : staleBlock
  stage.sample = sample === null ? null : sampleOf(block)
  if (stage.sample === null) rmSync(file, { force: true })
  else writeFileSync(file, `${stage.sample}\n`)
}

const currentBlock = async ({ registry }: Stage): Promise<string> => {
  const bundle = await registry.snapshot()
  return (
    renderBlock(
      referencePosture({ _tag: 'known', sessionId: 'ses_a', agent: 'ship' }, bundle, { _tag: 'unread' }),
      bundle,
    ) ?? staleBlock
  )
}
