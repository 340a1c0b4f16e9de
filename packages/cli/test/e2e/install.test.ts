import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { registryFiles } from '@active-mode/fixtures/registry'
import { blocksOnWire, isTurnOnWire, runOnce, type Stage, stageHarness } from '@active-mode/lab/harness'
import { type Stage2, stageHarness2 } from '@active-mode/lab/harness2'
import { runTool } from '../support/runTool.js'

/*
 * Install on a real harness that has a config and no plugin of ours: doctor, which asks the harness, finds the plugin loaded, the next
 * session of a director has its block on the wire, and uninstall leaves the config byte for byte.
 */

const registry = registryFiles('three-modes')

const tryOut = async (stage: Stage | Stage2, args: ReadonlyArray<string>): Promise<void> => {
  onTestFinished(stage.dispose)
  const config = join(stage.home, '.config', 'opencode', 'opencode.json')
  const before = readFileSync(config, 'utf8')
  const tool = (...command: ReadonlyArray<string>) =>
    runTool(command, { home: stage.home, directory: stage.directory, env: stage.env })

  const { code, stdout, stderr } = await tool('install', '--harness', stage.binary)
  expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('the plugin loads [plugin-loads]')
  expect(stdout).not.toContain('[config-from-files]')

  const run = await runOnce({ stage, args: ['run', ...args, '--agent', 'ship', 'hello'] })
  const turns = run.requests.filter(isTurnOnWire)
  expect(turns.length, run.stderr).toBeGreaterThan(0)
  for (const turn of turns) expect(blocksOnWire(turn)).toHaveLength(1)

  expect((await tool('uninstall')).code).toBe(0)
  expect(readFileSync(config, 'utf8')).toBe(before)
}

test('on 1.x', async () => {
  const agents = ['ship', 'explore', 'quartermaster', 'porter'].map((id) => ({ id, prompt: `You are ${id}.` }))
  // Without it 1.x would add it at its start.
  const config = { $schema: 'https://opencode.ai/config.json' }
  await tryOut(await stageHarness({ agents, registry, config }), [])
})

test('on 2.x', async () => {
  const agents = ['ship', 'explore', 'quartermaster', 'porter'].map((id) => ({ id, system: `You are ${id}.` }))
  await tryOut(await stageHarness2({ agents, registry }), ['--standalone'])
})
