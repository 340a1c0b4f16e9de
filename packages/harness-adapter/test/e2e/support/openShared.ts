import { join } from 'node:path'
import { type RegistryFixture, stageRegistry } from '@active-mode/fixtures/registry'
import { asking, bootHarness, type BootOptions, type Harness, type PluginSpec } from '@active-mode/lab/harness'

/** The process that the test files of this worker share. It ends with the worker, as every harness does that nobody stops. */
let booting: Promise<Harness> | undefined
let opened = 0
let inUse = 0

export interface SharedOptions {
  /** What the process is booted with, by the first who asks; the same everywhere. */
  readonly boot: BootOptions
  /** A registry for this project alone; null: it reads the one in the default place, and may not edit it. */
  readonly ownRegistry: RegistryFixture | null
  /** What the config of the project says beside its plugins. */
  readonly config: NonNullable<BootOptions['config']>
  /** The plugins of the project, with the folder of its own registry. */
  readonly pluginsOf: (registry: string | null) => ReadonlyArray<PluginSpec>
}

const refuse = (what: string) => (): never => {
  throw new Error(`${what} would disturb the other test files of this process: boot a harness for this one`)
}

/**
 * A new project, its plugins loaded, in the process that the test files of this worker share: a tenth of the cost of a boot.
 *
 * The files of a worker run one after another. Each sees of the log what came since it opened its project, and nothing of what the
 * model was asked or told to answer for a file that has stopped its projects; `stop` leaves the process alone. What would change the
 * process for others is refused. The harness lists the sessions of all projects together, since none of them is a repository.
 */
export const openShared = async ({ boot, ownRegistry, config, pluginsOf }: SharedOptions): Promise<Harness> => {
  booting ??= bootHarness(boot)
  const shared = await booting
  opened += 1
  const name = `project-${String(opened)}`
  const registryDir =
    ownRegistry === null ? null : await stageRegistry(join(shared.home, 'registries', name), { fixture: ownRegistry })
  const project = shared.openProject(name, pluginsOf(registryDir), {}, config)
  const logged = shared.logs().length
  await waitUp(project)
  inUse += 1
  const stop = once(async () => {
    inUse -= 1
    const { status } = await project.client.raw('POST', '/instance/dispose')
    if (inUse === 0) shared.model.forget()
    if (status !== 200) throw new Error(`${name} was not closed: status ${String(status)}`)
  })
  const stage = {
    ...shared.stage,
    directory: project.directory,
    configure: refuse('another config'),
    dispose: refuse('an end of its folders'),
  }
  return Object.create(project, {
    logs: { value: () => shared.logs().slice(logged) },
    stage: { value: stage },
    registryDir: registryDir === null ? { get: refuse('an edit of the default registry') } : { value: registryDir },
    openProject: { value: refuse('a project of a name that others may choose') },
    restart: { value: refuse('a restart') },
    stop: { value: stop },
  }) as Harness
}

const waitUp = async ({ client, directory, stage }: Harness): Promise<void> => {
  const { ready } = asking(stage.password)
  const answer = await ready.ask(client, ready.path, 30_000)
  if (!ready.isUp(answer)) throw new Error(`the project ${directory} is not up: ${JSON.stringify(answer)}`)
}

/** Acts with the first call; further ones wait for the same. */
const once = (act: () => Promise<void>): (() => Promise<void>) => {
  let acting: Promise<void> | undefined
  return () => (acting ??= act())
}
