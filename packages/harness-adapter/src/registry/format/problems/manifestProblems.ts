import { isSupportedSchema } from '@active-mode/core'
import { isAgentId } from '../agentId.js'
import { isPlainFileName } from '../plainFileName.js'
import { isSlug } from '../slug.js'
import { fieldOf, isTable, kindOf, type TomlTable } from '../TomlTable.js'
import { type FormatProblem, problem } from './FormatProblem.js'
import { misspelt } from './misspelt.js'

/** The keys of a manifest (registry format, `mode.toml`). */
const known = [
  'schema_version',
  'mode',
  'agent',
  'card',
  'pack',
  'protocol_skills',
  'roles',
  'handoff_seeds',
  'consumer_floors',
]

/**
 * All that is missing or wrong in a manifest, in the order in which the format lists its keys. Reading a manifest stops at the first
 * (design 4), since one is enough to break it; whoever has to mend it wants them all.
 */
export const manifestProblems = (directory: string, table: TomlTable): ReadonlyArray<FormatProblem> => [
  ...schemaProblems(table),
  ...modeProblems(directory, table),
  ...agentProblems(directory, table),
  ...fileProblems(table, 'card', 'card.md'),
  ...fileProblems(table, 'pack', 'pack.toml'),
  ...aliasProblems(table),
  ...floorProblems(table),
]

/** A key that follows the header of a table is in that table. */
const above = (table: TomlTable): string =>
  Object.values(table).some((value) => isTable(value) || Array.isArray(value))
    ? ', above the first line that begins with ['
    : ''

const missing = (table: TomlTable, key: string, line: string): FormatProblem => {
  const other = misspelt(table, key, known)
  return other === null
    ? problem(`\`${key}\` is missing`, `add ${line}${above(table)}`)
    : problem(`\`${key}\` is missing`, `write \`${key}\` in place of \`${other}\``)
}

const schemaProblems = (table: TomlTable): ReadonlyArray<FormatProblem> => {
  const schema = fieldOf(table, 'schema_version')
  if (schema === undefined) return [missing(table, 'schema_version', 'schema_version = "1"')]
  if (typeof schema !== 'string')
    return [
      problem(
        `\`schema_version\` is of the type ${kindOf(schema)}, not a string`,
        'write schema_version = "1", with the quotes',
      ),
    ]
  return isSupportedSchema(schema)
    ? []
    : [
        problem(
          '`schema_version` is not one that this build reads',
          'write schema_version = "1" if the file is of that format; otherwise use the plugin of its release',
        ),
      ]
}

const modeProblems = (directory: string, table: TomlTable): ReadonlyArray<FormatProblem> => {
  const mode = fieldOf(table, 'mode')
  if (mode === directory && isSlug(mode)) return []
  const nameable = isSlug(directory)
  const line = nameable ? `mode = ${JSON.stringify(directory)}` : 'mode = "NAME", and give the folder that name'
  if (mode === undefined) return [missing(table, 'mode', line)]
  if (!isSlug(mode))
    return [
      problem('`mode` is not a name of small letters, digits and hyphens that begins with a letter', `write ${line}`),
    ]
  return [
    problem(
      '`mode` is not the name of its folder',
      nameable ? `write ${line}, or rename the folder to ${mode}` : `rename the folder to ${mode}`,
    ),
  ]
}

const agentProblems = (directory: string, table: TomlTable): ReadonlyArray<FormatProblem> => {
  const agent = fieldOf(table, 'agent')
  const line = `agent = ${JSON.stringify(directory)}, or whatever the harness's agent that directs this mode is called`
  if (agent === undefined) return [missing(table, 'agent', line)]
  if (typeof agent !== 'string')
    return [problem(`\`agent\` is of the type ${kindOf(agent)}, not a string`, `write ${line}`)]
  if (agent === '') return [problem('`agent` must not be empty', `write ${line}`)]
  return isAgentId(agent)
    ? []
    : [problem('`agent` holds a control character, or is longer than 200 characters', `write ${line}`)]
}

const fileProblems = (table: TomlTable, key: 'card' | 'pack', usual: string): ReadonlyArray<FormatProblem> => {
  const file = fieldOf(table, key)
  return file === undefined
    ? [missing(table, key, `${key} = "${usual}"`)]
    : isPlainFileName(file)
      ? []
      : [
          problem(
            `\`${key}\` is not the name of a file right inside the folder`,
            `write ${key} = "${usual}", without any folder`,
          ),
        ]
}

/** Aliases are a key of ours, which other readers of a manifest refuse: they have a file of their own (design 4). */
const aliasProblems = (table: TomlTable): ReadonlyArray<FormatProblem> => {
  const aliases = fieldOf(table, 'aliases')
  const mode = fieldOf(table, 'mode')
  const ids = Array.isArray(aliases) ? aliases.filter((id) => typeof id === 'string') : []
  return aliases === undefined
    ? []
    : [
        problem(
          '`aliases` does not stand in a manifest any more, and binds nobody here',
          [
            'remove `aliases`, and write into active-mode.toml beside the folder:',
            '[aliases]',
            ...ids.map((id) => `${JSON.stringify(id)} = ${JSON.stringify(typeof mode === 'string' ? mode : 'MODE')}`),
          ].join('\n'),
        ),
      ]
}

const floorProblems = (table: TomlTable): ReadonlyArray<FormatProblem> => {
  const floors = fieldOf(table, 'consumer_floors')
  if (!isTable(floors)) {
    const other = floors === undefined ? misspelt(table, 'consumer_floors', known) : null
    return [
      problem(
        '`consumer_floors.plugin` is missing',
        other === null
          ? 'add at the end:\n[consumer_floors]\nplugin = "1"'
          : `write [consumer_floors] in place of [${other}], with plugin = "1" below it`,
      ),
    ]
  }
  const plugin = fieldOf(floors, 'plugin')
  if (plugin === undefined) {
    const other = misspelt(floors, 'plugin', ['doctor', 'stager', 'tests'])
    return [
      problem(
        '`consumer_floors.plugin` is missing',
        other === null
          ? 'add plugin = "1" below [consumer_floors]'
          : `write \`plugin\` in place of \`${other}\` below [consumer_floors]`,
      ),
    ]
  }
  return typeof plugin === 'string'
    ? []
    : [
        problem(
          `\`consumer_floors.plugin\` is of the type ${kindOf(plugin)}, not a string`,
          'write plugin = "1", with the quotes, below [consumer_floors]',
        ),
      ]
}
