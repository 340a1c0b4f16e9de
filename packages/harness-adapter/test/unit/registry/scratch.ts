import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, onTestFinished } from 'vitest'
import type { BrokenBundle, ModeBundle, RegistryBundle, StagedRegistry } from '@active-mode/core'
import {
  changeRegistry,
  type RegistryChange,
  registryFixture,
  stageRegistry,
} from '../../../../fixtures/src/registry/index.js'
import { createRegistrySource, type RegistrySourceOptions } from '../../../src/registry/live/createRegistrySource.js'

export { changeRegistry, registryFixture, stageRegistry }

/** A fresh folder that is gone after the test. Every user can go through it. */
export const scratch = async (): Promise<string> => {
  const path = await mkdtemp(join(tmpdir(), 'active-mode-registry-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  await chmod(path, 0o755)
  return path
}

/** Stages a registry of two modes in a fresh folder, with changes. */
export const stageModes = async (...changes: ReadonlyArray<RegistryChange>): Promise<string> =>
  stageRegistry(join(await scratch(), 'modes'), { changes })

/** A source over a root that the option names, with an empty environment. */
export const sourceAt = (root: string, options: Partial<RegistrySourceOptions> = {}) =>
  createRegistrySource({ option: root, env: {}, ...options })

/** Longer than the tick of any file system that counts fractions of a second: what was written before is settled by now. */
export const passTick = (): Promise<void> => setTimeout(120)

/** A snapshot that has to be a staged registry. */
export const staged = (bundle: RegistryBundle): StagedRegistry => {
  expect(bundle).toMatchObject({ _tag: 'staged' })
  return bundle as StagedRegistry
}

/** What a source reads next. */
export const readFrom = async (source: ReturnType<typeof sourceAt>): Promise<StagedRegistry> =>
  staged(await source.snapshot())

/** What a fresh source reads at a root. */
export const readAt = (root: string): Promise<StagedRegistry> => readFrom(sourceAt(root))

export const modeNamed = (registry: StagedRegistry, name: string): ModeBundle | undefined =>
  registry.modes.find(({ mode }) => mode === name)

export const brokenNamed = (registry: StagedRegistry, name: string): BrokenBundle | undefined =>
  registry.broken.find(({ directory }) => directory === name)

/** Runs a task as a user without privileges. Tests often run as root, whom no permission stops. */
export const unprivileged = async <A>(task: () => Promise<A>): Promise<A> => {
  if (process.geteuid?.() !== 0) return task()
  process.seteuid?.(65_534)
  try {
    return await task()
  } finally {
    process.seteuid?.(0)
  }
}

/** Makes a FIFO that nobody writes to. */
export const makeFifo = async (path: string): Promise<void> => {
  await promisify(execFile)('sh', ['-c', 'mkfifo -- "$1"', 'sh', path])
}
