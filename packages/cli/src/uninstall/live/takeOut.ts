import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { FileChange } from '../../install/FileChange.js'
import type { ConfigRecord, Scope } from '../../install/InstallRecord.js'
import { type Prepared, readRecords, writeRecords } from '../../install/live/carryOut.js'
import { keysIn, readConfigFile, refuseReadOnly, specsIn } from '../../install/live/ConfigFile.js'
import { scopeFiles } from '../../install/live/configTargets.js'
import { isPlugin, leadsTo, type PluginPlace, removePlugin } from '../../install/live/PluginPlace.js'
import { removeFolders, replaceFile } from '../../install/live/replaceFiles.js'
import { Refusal } from '../../Io.js'
import type { SetupSettings } from '../../setup/live/configSources.js'
import { readConfigured } from '../../setup/live/readConfigured.js'
import { undoChange } from '../undoChange.js'

/** What `uninstall` did, or would do. */
export interface TakenOut {
  readonly changes: ReadonlyArray<FileChange>
  /** The configs that still name the installed plugin. */
  readonly stillNamed: ReadonlyArray<string>
  /** Whether the plugin's folder goes. */
  readonly isRemoved: boolean
}

/** Takes the installed plugin out of the configs of a scope. All of it, or nothing. Throws a Refusal where a config cannot be changed. */
export const takeOut = (scope: Scope, place: PluginPlace, settings: SetupSettings, isDry: boolean): TakenOut => {
  const records = readRecords(place)
  const read = scopeFiles(scope, settings)
  const own = [...read[1], ...read[2]]
  const files = new Set([
    ...own,
    // A config folder that was moved since is still this user's own.
    ...records.filter((record) => scope === 'user' && record.scope === 'user').map(({ file }) => file),
  ])
  const changes = [...files].flatMap((file) => planFor(file, records, place))
  const left = records.filter(({ file }) => !files.has(file) && names(file, place))
  const stillNamed = [
    ...new Set([...left.map(({ file }) => file), ...readHere(settings).filter((file) => names(file, place))]),
  ].filter((file) => !files.has(file))
  const isRemoved = stillNamed.length === 0 && isPlugin(place.folder) && existsSync(place.folder)
  if (!isDry) {
    write(changes, records)
    if (stillNamed.length === 0) removePlugin(place)
    else if (records.length > 0) writeRecords(place, left)
  }
  return { changes, stillNamed, isRemoved }
}

const write = (changes: ReadonlyArray<Prepared>, records: ReadonlyArray<ConfigRecord>): void => {
  const undos: (() => void)[] = []
  try {
    for (const { was, after } of changes) undos.unshift(replaceFile({ was, text: after }).undo)
  } catch (error) {
    for (const undo of undos) undo()
    throw error
  }
  for (const { file, after } of changes)
    if (after === null) removeFolders(records.find((record) => record.file === file)?.folders ?? [])
}

const planFor = (file: string, records: ReadonlyArray<ConfigRecord>, place: PluginPlace): ReadonlyArray<Prepared> => {
  const was = readConfigFile(file)
  const specs = namedIn(file, place)
  if (was.text === null || specs.length === 0) return []
  keysIn(was)
  const undone = undoChange(was.text, specs, records.find((record) => record.file === file) ?? null)
  if (undone._tag === 'refused')
    throw new Refusal(`${file} cannot be edited: ${undone.why}; take the plugin out of it by hand`)
  refuseReadOnly(was)
  return [{ file, before: was.text, after: undone._tag === 'remove' ? null : undone.text, was }]
}

/** The entries of a config that lead to the installed plugin. */
const namedIn = (file: string, place: PluginPlace): ReadonlyArray<string> =>
  specsIn(readConfigFile(file)).filter((spec) => leadsTo(place, spec, dirname(file)))

const names = (file: string, place: PluginPlace): boolean => {
  try {
    return namedIn(file, place).length > 0
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** All configs that a harness reads here: those of the other scope, and those that a variable names. */
const readHere = (settings: SetupSettings): ReadonlyArray<string> =>
  ([1, 2] as const).flatMap((generation) =>
    readConfigured(settings, generation).files.map((file) => resolve(settings.directory, file)),
  )
