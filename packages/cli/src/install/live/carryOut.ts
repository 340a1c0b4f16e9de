import * as E from 'fp-ts/lib/Either.js'
import { Refusal } from '../../Io.js'
import { readTextOrNull } from '../../live/readOrNull.js'
import { changeConfig, newConfig } from '../changeConfig.js'
import type { ConfigEdit } from '../ConfigChange.js'
import type { FileChange } from '../FileChange.js'
import { type ConfigRecord, parseRecords, renderRecords, type Scope } from '../InstallRecord.js'
import { spliceBetween, takeBack } from '../Splice.js'
import { type ConfigFile, readConfigFile, refuseReadOnly } from './ConfigFile.js'
import { holds, type PluginFiles, type PluginPlace, putPlugin } from './PluginPlace.js'
import { replaceFile } from './replaceFiles.js'

/** A change that was thought through: the file as it is, and what it is to hold. */
export interface Prepared extends FileChange {
  readonly was: ConfigFile
}

/** Works out what config files become. Writes nothing. Throws a Refusal where one cannot be changed. */
export const prepare = (edits: ReadonlyArray<ConfigEdit>): ReadonlyArray<Prepared> =>
  edits.flatMap(({ file, changes }) => {
    const was = readConfigFile(file)
    const [first, ...others] = changes
    const begun = was.text === null && first?._tag === 'add' ? newConfig(first.key, first.spec) : null
    const text = begun === null ? changeConfig(was.text ?? '', changes) : changeConfig(begun, others)
    if (E.isLeft(text)) throw new Refusal(`${file} cannot be edited: ${text.left}; name the plugin there by hand`)
    if (text.right === was.text) return []
    refuseReadOnly(was)
    return [{ file, before: was.text, after: text.right, was }]
  })

/** What `install` puts where. */
export interface Installation {
  readonly place: PluginPlace
  /** The plugin's files; `null` where no config names the installed plugin. */
  readonly plugin: PluginFiles | null
  readonly changes: ReadonlyArray<Prepared>
  readonly scope: Scope
  /** What is done beside it and never taken back. */
  readonly others?: ReadonlyArray<Prepared>
}

/** Does all of it, or nothing: what was done is taken back where the rest cannot be. Answers whether the plugin's folder was written. */
export const carryOut = ({ place, plugin, changes, scope, others = [] }: Installation): boolean => {
  const undos: (() => void)[] = []
  try {
    const isNew = plugin !== null && !holds(place, plugin)
    if (plugin !== null && isNew) undos.unshift(putPlugin(place, plugin))
    const records = changes.map((change): ConfigRecord => {
      const done = replaceFile({ was: change.was, text: change.after })
      undos.unshift(done.undo)
      return recordOf(change, done.folders, scope, readRecords(place))
    })
    for (const { was, after } of others) undos.unshift(replaceFile({ was, text: after }).undo)
    if (records.length > 0 && plugin !== null)
      writeRecords(place, [
        ...readRecords(place).filter(({ file }) => !records.some((record) => record.file === file)),
        ...records,
      ])
    return isNew
  } catch (error) {
    for (const undo of undos) undo()
    throw error
  }
}

export const readRecords = ({ records }: PluginPlace): ReadonlyArray<ConfigRecord> =>
  parseRecords(readTextOrNull(records) ?? '')

export const writeRecords = ({ records }: PluginPlace, configs: ReadonlyArray<ConfigRecord>): void => {
  const text = renderRecords(configs)
  const was = readConfigFile(records)
  // The place that was changed may lie around a key of somebody's.
  if (was.text !== text) replaceFile({ was, text, isPrivate: true })
}

/** Where the file was changed by `install` before, and is as it was left, both changes become one. */
const recordOf = (
  { file, before, after }: FileChange,
  folders: ReadonlyArray<string>,
  scope: Scope,
  records: ReadonlyArray<ConfigRecord>,
): ConfigRecord => {
  const earlier = records.find((record) => record.file === file)
  const first = earlier === undefined || before === null ? null : takeBack(before, earlier.splice)
  return {
    file,
    scope,
    wasCreated: before === null || (earlier?.wasCreated === true && first !== null),
    folders: before === null ? folders : (earlier?.folders ?? []),
    splice: spliceBetween(first ?? before ?? '', after ?? ''),
  }
}
