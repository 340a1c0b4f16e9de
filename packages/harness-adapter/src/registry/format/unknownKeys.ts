import { fieldOf, isTable, type TomlTable } from './TomlTable.js'

/** The keys of one table that the format does not know, each with the path of its table in front. */
const strangers = (path: string, table: unknown, known: ReadonlyArray<string>): ReadonlyArray<string> =>
  isTable(table)
    ? Object.keys(table)
        .filter((key) => !known.includes(key))
        .map((key) => `${path}${key}`)
    : []

/** The tables under a key that should hold an array of them, each with its path. */
const tablesAt = (path: string, table: TomlTable, key: string): ReadonlyArray<readonly [string, TomlTable]> => {
  const value = fieldOf(table, key)
  return (Array.isArray(value) ? value : []).flatMap((each, place) =>
    isTable(each) ? [[`${path}${key}[${String(place)}].`, each] as const] : [],
  )
}

/**
 * The keys of a manifest that the registry format does not know, by path. They are tolerated, and a misspelt key has no
 * effect, so doctor names them.
 */
export const unknownManifestKeys = (table: TomlTable): ReadonlyArray<string> => [
  ...strangers('', table, [
    'schema_version',
    'mode',
    'agent',
    'card',
    'pack',
    'protocol_skills',
    'roles',
    'handoff_seeds',
    'consumer_floors',
  ]),
  ...tablesAt('', table, 'roles').flatMap(([path, role]) => strangers(path, role, ['name', 'path'])),
  ...tablesAt('', table, 'handoff_seeds').flatMap(([path, seed]) => strangers(path, seed, ['kind', 'schema'])),
  ...strangers('consumer_floors.', fieldOf(table, 'consumer_floors'), ['doctor', 'plugin', 'stager', 'tests']),
]

/** The keys of a pack that the registry format does not know, by path. */
export const unknownPackKeys = (table: TomlTable): ReadonlyArray<string> => [
  ...strangers('', table, ['closing_artifact', 'phases', 'handoffs']),
  ...tablesAt('', table, 'phases').flatMap(([path, phase]) => [
    ...strangers(path, phase, ['name', 'roles', 'gates']),
    ...tablesAt(path, phase, 'gates').flatMap(([gatePath, gate]) =>
      strangers(gatePath, gate, ['name', 'kind', 'owner', 'procedure']),
    ),
  ]),
  ...tablesAt('', table, 'handoffs').flatMap(([path, handoff]) => strangers(path, handoff, ['kind', 'target'])),
]

/** The keys of a registry file that the format does not know. Those below `aliases` are agent ids, and any may stand there. */
export const unknownRegistryKeys = (table: TomlTable): ReadonlyArray<string> =>
  strangers('', table, ['ledger', 'aliases'])
