import * as t from 'io-ts'
import { isSupportedSchema } from '@active-mode/core'
import { type Fault, faultsIn, tableOf } from '../Form.js'
import { ManifestForm } from '../forms.js'
import { Slug } from '../names.js'
import { fieldOf, isTable, kindOf, type TomlTable } from '../toml.js'
import { type FormatProblem, misspelt, problem } from './FormatProblem.js'

/**
 * All that is missing or wrong in a manifest, in the order in which the format lists its keys. Reading a manifest stops at the first
 * (design 4), since one is enough to break it; whoever has to mend it wants them all.
 */
export const manifestProblems = (directory: string, table: TomlTable): ReadonlyArray<FormatProblem> =>
  faultsIn(strictForm(directory), table).map(problemIn(directory, table))

const { consumer_floors, ...others } = ManifestForm.props

/** The form, with what no form can say: which version this build reads, and what the folder is called. */
const strictForm = (directory: string) =>
  tableOf({
    ...others,
    schema_version: t.refinement(others.schema_version, isSupportedSchema, 'a version that this build reads'),
    mode: t.refinement(others.mode, (mode) => mode === directory, 'the name of its folder'),
    // A key of ours, which other readers of a manifest refuse: aliases have a file of their own (design 4).
    aliases: t.undefined,
    consumer_floors,
  })

const problemIn =
  (directory: string, top: TomlTable) =>
  (fault: Fault): FormatProblem => {
    switch (fault.path) {
      case 'schema_version':
        return schemaProblem(fault)
      case 'mode':
        return modeProblem(directory, fault)
      case 'agent':
        return agentProblem(directory, fault)
      case 'card':
        return fileProblem(fault, 'card.md')
      case 'pack':
        return fileProblem(fault, 'pack.toml')
      case 'aliases':
        return aliasProblem(fault, fieldOf(top, 'mode'))
      default:
        return floorProblem(fault)
    }
  }

const missing = ({ key, table, known }: Fault, line: string): FormatProblem => {
  const other = misspelt(table, key, known)
  return problem(
    `\`${key}\` is missing`,
    other === null ? `add ${line}${above(table)}` : `write \`${key}\` in place of \`${other}\``,
  )
}

/** A key that follows the header of a table is in that table. */
const above = (table: TomlTable): string =>
  Object.values(table).some((value) => isTable(value) || Array.isArray(value))
    ? ', above the first line that begins with ['
    : ''

const schemaProblem = (fault: Fault): FormatProblem =>
  fault.value === undefined
    ? missing(fault, 'schema_version = "1"')
    : typeof fault.value !== 'string'
      ? notText(fault, 'write schema_version = "1", with the quotes')
      : problem(
          '`schema_version` is not one that this build reads',
          'write schema_version = "1" if the file is of that format; otherwise use the plugin of its release',
        )

const notText = ({ path, value }: Fault, edit: string): FormatProblem =>
  problem(`\`${path}\` is of the type ${kindOf(value)}, not a string`, edit)

const modeProblem = (directory: string, fault: Fault): FormatProblem => {
  const nameable = Slug.is(directory)
  const line = nameable ? `mode = ${JSON.stringify(directory)}` : 'mode = "NAME", and give the folder that name'
  return fault.value === undefined
    ? missing(fault, line)
    : !Slug.is(fault.value)
      ? problem('`mode` is not a name of small letters, digits and hyphens that begins with a letter', `write ${line}`)
      : problem(
          '`mode` is not the name of its folder',
          nameable ? `write ${line}, or rename the folder to ${fault.value}` : `rename the folder to ${fault.value}`,
        )
}

const agentProblem = (directory: string, fault: Fault): FormatProblem => {
  const line = `agent = ${JSON.stringify(directory)}, or whatever the harness's agent that directs this mode is called`
  return fault.value === undefined
    ? missing(fault, line)
    : typeof fault.value !== 'string'
      ? notText(fault, `write ${line}`)
      : problem(
          fault.value === ''
            ? '`agent` must not be empty'
            : '`agent` holds a control character, or is longer than 200 characters',
          `write ${line}`,
        )
}

const fileProblem = (fault: Fault, usual: string): FormatProblem =>
  fault.value === undefined
    ? missing(fault, `${fault.key} = "${usual}"`)
    : problem(
        `\`${fault.key}\` is not the name of a file right inside the folder`,
        `write ${fault.key} = "${usual}", without any folder`,
      )

const aliasProblem = ({ value }: Fault, mode: unknown): FormatProblem =>
  problem(
    '`aliases` does not stand in a manifest any more, and binds nobody here',
    [
      'remove `aliases`, and write into active-mode.toml beside the folder:',
      '[aliases]',
      ...(Array.isArray(value) ? value : [])
        .filter((id) => typeof id === 'string')
        .map((id) => `${JSON.stringify(id)} = ${JSON.stringify(typeof mode === 'string' ? mode : 'MODE')}`),
    ].join('\n'),
  )

const floorProblem = (fault: Fault): FormatProblem => {
  const { key, value, table, known } = fault
  if (key === 'plugin' && value !== undefined)
    return notText(fault, 'write plugin = "1", with the quotes, below [consumer_floors]')
  const other = value === undefined ? misspelt(table, key, known) : null
  return problem(
    '`consumer_floors.plugin` is missing',
    key === 'plugin'
      ? other === null
        ? 'add plugin = "1" below [consumer_floors]'
        : `write \`plugin\` in place of \`${other}\` below [consumer_floors]`
      : other === null
        ? 'add at the end:\n[consumer_floors]\nplugin = "1"'
        : `write [consumer_floors] in place of [${other}], with plugin = "1" below it`,
  )
}
