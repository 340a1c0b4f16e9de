import { elementsOf, fieldsOf, parseJson, textOf } from '../Fields.js'
import type { Splice } from './Splice.js'

/** What `uninstall` has to know of a config that `install` changed. It lies beside the plugin's folder. */
export interface ConfigRecord {
  /** The config file, as the harness finds it; a link is not followed. */
  readonly file: string
  readonly scope: Scope
  readonly wasCreated: boolean
  /** The folders that were made for it, the deepest first. */
  readonly folders: ReadonlyArray<string>
  readonly splice: Splice
}

/** Whether a config is this user's own or that of one project. */
export type Scope = 'user' | 'project'

/** Parses the records. What is no record is left out: then the entries of the plugin are found in the configs themselves. */
export const parseRecords = (text: string): ReadonlyArray<ConfigRecord> =>
  elementsOf(fieldsOf(parseJson(text))['configs']).flatMap((config) => {
    const { file, scope, wasCreated, folders, splice } = fieldsOf(config)
    const { at, removed, inserted } = fieldsOf(splice)
    return typeof file === 'string' &&
      typeof at === 'number' &&
      typeof removed === 'string' &&
      typeof inserted === 'string'
      ? [
          {
            file,
            scope: scope === 'project' ? ('project' as const) : ('user' as const),
            wasCreated: wasCreated === true,
            folders: elementsOf(folders).flatMap((folder) => textOf(folder) ?? []),
            splice: { at, removed, inserted },
          },
        ]
      : []
  })

export const renderRecords = (configs: ReadonlyArray<ConfigRecord>): string =>
  `${JSON.stringify({ v: 1, configs }, null, 2)}\n`
