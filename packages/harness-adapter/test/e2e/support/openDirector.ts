import { registryFiles } from '@active-mode/fixtures/registry'
import type { Harness } from '@active-mode/lab/harness'
import { agents, type DirectorOptions, directorOptions, patient } from './bootDirector.js'
import { openShared } from './openShared.js'

/** What a project can have for itself. All else is a matter of the process or of the user's config, and takes `bootDirector`. */
export interface ProjectOptions extends Pick<DirectorOptions, 'plugins' | 'options' | 'later' | 'config'> {
  /** The tests edit the registry, so they get one of their own of the same three modes. The plugin's options name its folder. */
  readonly ownRegistry?: true
}

/** What `bootDirector` gives, but as a project of a process that other test files use before and after. */
export const openDirector = ({
  ownRegistry,
  options = patient,
  config = {},
  ...plugins
}: ProjectOptions = {}): Promise<Harness> =>
  openShared({
    boot: { agents, registry: registryFiles('three-modes') },
    ownRegistry: ownRegistry === true ? 'three-modes' : null,
    config,
    pluginsOf: (registry) =>
      directorOptions({ ...plugins, options: { ...options, ...(registry === null ? {} : { registry }) } }).plugins ??
      [],
  })
