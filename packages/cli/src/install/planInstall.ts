import type { Generation } from '../setup/HarnessSetup.js'
import type { ConfigChange, ConfigEdit, PluginKey } from './ConfigChange.js'

/** What was found before anything is installed. */
export interface InstallView {
  /** The generations of the harnesses that are here. */
  readonly generations: ReadonlyArray<Generation>
  /** The installed plugin, as a config names it: a file URL of its folder. */
  readonly spec: string
  /** Every copy of the plugin that a config of a generation names. */
  readonly copies: ReadonlyArray<NamedCopy>
  /** By generation, the config file that the plugin is to be named in. */
  readonly targets: Readonly<Record<Generation, Target>>
}

export interface NamedCopy {
  readonly generation: Generation
  readonly spec: string
  /** The config file or plugin folder that names it. */
  readonly from: string
  /** Whether it is the installed plugin. */
  readonly isInstalled: boolean
  readonly loads: boolean
}

export interface Target {
  readonly file: string
  /** The keys that the file has. */
  readonly keys: ReadonlyArray<PluginKey>
  /** The files that this generation puts into its config. */
  readonly read: ReadonlyArray<string>
}

export interface InstallPlan {
  readonly edits: ReadonlyArray<ConfigEdit>
  /** Whether a config names the installed plugin, now or after the edits, so that its folder has to be there. */
  readonly isNamed: boolean
  /** Copies that are loaded from elsewhere, and that were left. */
  readonly left: ReadonlyArray<NamedCopy>
}

/**
 * What `install` does: each generation gets exactly one copy that it loads. One that it has already stays, in whatever form it is named.
 * One that leads nowhere is pointed at the installed plugin. Where both generations read one file, one entry serves both.
 */
export const planInstall = (view: InstallView): InstallPlan => {
  const { generations, copies, targets, spec } = view
  const wanting = generations.filter((generation) => !copies.some((copy) => serves(copy, generation)))
  const [one, two] = [wanting.includes(1), wanting.includes(2)]
  const shared = targets[2].read.includes(targets[1].file)
  const edits = merged([
    ...(one ? [editFor(view, targets[1].file, 'plugin', two && shared ? [1, 2] : [1])] : []),
    ...(two && !(one && shared) ? [editFor(view, targets[2].file, keyFor2(view), [2])] : []),
  ])
  const settled = copies.filter((copy) => generations.some((generation) => serves(copy, generation)))
  return {
    edits,
    isNamed: edits.length > 0 || settled.some(({ isInstalled }) => isInstalled),
    left: settled.filter(({ isInstalled, spec: other, from }) => !isInstalled && !isPointed(edits, from, other, spec)),
  }
}

/** The installed plugin is put in its place, so an entry that names it serves even where that is empty now. */
const serves = (copy: NamedCopy, generation: Generation): boolean =>
  copy.generation === generation && (copy.loads || copy.isInstalled)

/** What only 2.x is to load stands under the key that 1.x does not read. */
const keyFor2 = ({ generations, targets }: InstallView): PluginKey =>
  !generations.includes(1) && targets[2].keys.includes('plugin') && !targets[2].keys.includes('plugins')
    ? 'plugin'
    : 'plugins'

const editFor = (
  { copies, spec }: InstallView,
  file: string,
  key: PluginKey,
  generations: ReadonlyArray<Generation>,
): ConfigEdit => {
  const here = copies.filter(({ from }) => from === file)
  // An entry under `plugins`, which 1.x passes by, serves both under `plugin`.
  const passedBy = key === 'plugin' ? here.find((copy) => copy.generation === 2 && isOnlyFor2(copies, copy)) : undefined
  const broken = here.find((copy) => generations.includes(copy.generation) && !copy.loads)
  return { file, changes: [changeFor(passedBy, broken, key, spec)] }
}

const isOnlyFor2 = (copies: ReadonlyArray<NamedCopy>, { spec, from }: NamedCopy): boolean =>
  !copies.some((copy) => copy.generation === 1 && copy.spec === spec && copy.from === from)

const changeFor = (
  passedBy: NamedCopy | undefined,
  broken: NamedCopy | undefined,
  key: PluginKey,
  spec: string,
): ConfigChange =>
  broken !== undefined && passedBy?.spec !== broken.spec
    ? { _tag: 'point', from: broken.spec, to: spec }
    : passedBy !== undefined
      ? { _tag: 'move', from: passedBy.spec, to: spec }
      : { _tag: 'add', key, spec }

const merged = (edits: ReadonlyArray<ConfigEdit>): ReadonlyArray<ConfigEdit> =>
  [...new Set(edits.map(({ file }) => file))].map((file) => ({
    file,
    changes: edits.flatMap((edit) => (edit.file === file ? edit.changes : [])),
  }))

const isPointed = (edits: ReadonlyArray<ConfigEdit>, from: string, spec: string, to: string): boolean =>
  edits.some(
    ({ file, changes }) =>
      file === from && changes.some((change) => 'from' in change && change.from === spec && change.to === to),
  )
