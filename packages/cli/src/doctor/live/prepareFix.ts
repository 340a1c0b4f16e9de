import { dirname } from 'node:path'
import type { Cli } from '../../Command.js'
import type { ConfigChange, ConfigEdit } from '../../install/ConfigChange.js'
import { type Installation, prepare, type Prepared } from '../../install/live/carryOut.js'
import { readConfigFile, specsIn } from '../../install/live/ConfigFile.js'
import { generationsOf, harnessesHere } from '../../install/live/harnessesHere.js'
import { lookAround } from '../../install/live/lookAround.js'
import { pathOf, pluginPlace, shippedPlugin } from '../../install/live/PluginPlace.js'
import { planInstall } from '../../install/planInstall.js'
import type { FixEdit } from '../FixEdit.js'

/** All edits as one set of changes, of which nothing is written yet. Throws a Refusal where one cannot be made. */
export const prepareFix = async (
  { io, assets }: Pick<Cli, 'io' | 'assets'>,
  edits: ReadonlyArray<FixEdit>,
  harness: string | undefined,
): Promise<Installation & { readonly others: ReadonlyArray<Prepared> }> => {
  const { env, home, directory } = io
  const settings = { env, home, directory }
  const place = pluginPlace(settings)
  const installs = edits.some(({ _tag }) => _tag === 'install')
  const plan = installs
    ? planInstall(await lookAround('user', generationsOf(await harnessesHere(harness, settings)), place, settings))
    : null
  return {
    place,
    plugin: plan?.isNamed === true ? shippedPlugin(assets.plugin) : null,
    changes: prepare(plan?.edits ?? []),
    scope: 'user',
    others: [
      ...prepare(byFile(edits.flatMap((edit) => (edit._tag === 'config' ? [asItStands(edit.edit)] : [])))),
      ...edits.flatMap((edit) => (edit._tag === 'remove' ? prepareRemoval(edit.file, edit.text) : [])),
    ],
  }
}

/** A file that was written anew meanwhile stays. */
const prepareRemoval = (file: string, text: string): ReadonlyArray<Prepared> => {
  const was = readConfigFile(file)
  return was.text === text ? [{ file, before: text, after: null, was }] : []
}

/** 1.x prints the specs of its config as file URLs: each as it stands in the file. */
const asItStands = ({ file, changes }: ConfigEdit): ConfigEdit => {
  const specs = specsIn(readConfigFile(file))
  const standing = (spec: string): string =>
    specs.findLast((other) => other === spec) ??
    specs.findLast((other) => pathOf(other, dirname(file)) === pathOf(spec, dirname(file))) ??
    spec
  return {
    file,
    changes: changes.map((change): ConfigChange =>
      change._tag === 'remove' ? { ...change, spec: standing(change.spec) } : change,
    ),
  }
}

const byFile = (edits: ReadonlyArray<ConfigEdit>): ReadonlyArray<ConfigEdit> =>
  [...new Set(edits.map(({ file }) => file))].map((file) => ({
    file,
    changes: edits.flatMap((edit) => (edit.file === file ? edit.changes : [])),
  }))
