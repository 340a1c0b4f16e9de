import type { ConfiguredPlugin, Generation, SeenElsewhere } from '../setup/HarnessSetup.js'
import type { FixEdit } from './FixEdit.js'

/**
 * The edits that leave one of several copies, the one whose blocks and options count already, so that no request changes. None where
 * that is somebody's choice: a copy lies in a plugin folder, has options of its own, or is the only one that another generation loads.
 */
export const editTwice = (
  kept: ConfiguredPlugin | undefined,
  others: ReadonlyArray<ConfiguredPlugin>,
  generation: Generation,
): ReadonlyArray<FixEdit> => {
  const isPlain = others.every(
    (other) =>
      isInConfig(other) &&
      (other.options === undefined || JSON.stringify(other.options) === JSON.stringify(kept?.options)) &&
      // A harness 2.x loads folders and packages only.
      (generation === 2 || isFile(other) || (kept !== undefined && !isFile(kept))),
  )
  return kept !== undefined && isInConfig(kept) && isPlain
    ? others.map(({ from, spec }) => ({ _tag: 'config', edit: { file: from, changes: [{ _tag: 'remove', spec }] } }))
    : []
}

const isInConfig = ({ from }: ConfiguredPlugin): boolean => /\.jsonc?$/.test(from)

const isFile = ({ spec }: ConfiguredPlugin): boolean => /\.[cm]?[jt]s$/.test(spec)

/** An entry under a key that the harness passes by is moved, if it is the only one. */
export const editElsewhere = (
  { where, passedBy }: SeenElsewhere,
  all: ReadonlyArray<SeenElsewhere>,
): ReadonlyArray<FixEdit> =>
  passedBy === null || all.length > 1
    ? []
    : [{ _tag: 'config', edit: { file: where, changes: [{ _tag: 'move', from: passedBy, to: passedBy }] } }]
