import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { registryFiles } from '@active-mode/fixtures/registry'
import { createFaults, type Faults } from '@active-mode/lab/faults'
import { bootHarness, type BootOptions, type Harness } from '@active-mode/lab/harness'
import { builtPlugin } from '../../../../../tools/build/buildPlugin.js'

/** The agents of the tests: three directors, one of them under two names, a role, and others that bind nothing. */
export const agents: NonNullable<BootOptions['agents']> = [
  { id: 'ship', prompt: 'You direct the ship mode.' },
  { id: 'explore', prompt: 'You direct the explore mode.' },
  { id: 'quartermaster', prompt: 'You direct the haul mode.' },
  { id: 'porter', prompt: 'You direct the haul mode under a former name.' },
  { id: 'haul', prompt: 'You are named like a mode and direct none.' },
  { id: 'Ship', prompt: 'You are named almost like a director.' },
  { id: 'builder', mode: 'all', prompt: 'You build.' },
  { id: 'custom', prompt: 'You do as you are asked.' },
]

/** How the tests boot: what `bootHarness` takes, and what becomes of the plugin under test. */
export interface DirectorOptions extends BootOptions {
  /** The options of the plugin under test; patient ones where they are left out. */
  readonly options?: Readonly<Record<string, unknown>>
  /** Plugins that are loaded after it. */
  readonly later?: NonNullable<BootOptions['plugins']>
}

/** For tests that are not about the deadline: on a busy machine the default may pass, and the block then says so. */
export const patient = { deadlineMs: 20_000 } as const

/** What a harness with the built plugin is booted, staged or run once with. */
export const directorOptions = ({
  plugins = [],
  options = patient,
  later = [],
  ...rest
}: DirectorOptions = {}): BootOptions => ({
  agents,
  registry: registryFiles('three-modes'),
  ...rest,
  plugins: [...plugins, [builtPlugin, options], ...later],
})

/** The real harness with the built plugin, loaded after those that the options name, and a registry of three modes. */
export const bootDirector = (options: DirectorOptions = {}): Promise<Harness> => bootHarness(directorOptions(options))

/** A folder of a test file's own, removed after its last test. Asked for outside of any test. */
export const scratchFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'active-mode-faults-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Faults for one test file. */
export const faultsFor = (): Faults => createFaults(join(scratchFolder(), 'client'))
