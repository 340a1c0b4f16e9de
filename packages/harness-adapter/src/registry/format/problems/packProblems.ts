import { fieldOf, isTable, type TomlTable } from '../TomlTable.js'
import { type FormatProblem, problem } from './FormatProblem.js'
import { misspelt } from './misspelt.js'

/** All that is missing or wrong in a pack, phase by phase. */
export const packProblems = (table: TomlTable): ReadonlyArray<FormatProblem> => {
  const closing = fieldOf(table, 'closing_artifact')
  return [
    ...(closing === undefined || typeof closing === 'string'
      ? []
      : [problem('`closing_artifact` is not a string', 'write closing_artifact = "…", in quotes')]),
    ...phasesIn(table),
    ...tablesAt(table, '', 'handoffs', (handoff, path) => textsOf(handoff, path, ['kind', 'target'])),
  ]
}

const example =
  '[[phases]]\nname = "build"\n[[phases.gates]]\nname = "tests-pass"\nkind = "mechanical"\nowner = "director"'

const phasesIn = (table: TomlTable): ReadonlyArray<FormatProblem> => {
  const phases = fieldOf(table, 'phases')
  const other = misspelt(table, 'phases', ['closing_artifact', 'handoffs'])
  return phases === undefined || (Array.isArray(phases) && phases.length === 0)
    ? [
        problem(
          'the pack has no phases',
          other === null ? `add at least one, e.g.\n${example}` : `write [[phases]] in place of \`${other}\``,
        ),
      ]
    : tablesAt(table, '', 'phases', (phase, path) => [
        ...textsOf(phase, path, ['name']),
        ...rolesOf(phase, path),
        ...gatesOf(phase, path),
      ])
}

const rolesOf = (phase: TomlTable, path: string): ReadonlyArray<FormatProblem> => {
  const roles = fieldOf(phase, 'roles') ?? []
  return Array.isArray(roles) && roles.every(saysSomething)
    ? []
    : [problem(`\`${path}.roles\` is not a list of names`, 'write roles = ["NAME"]')]
}

const gatesOf = (phase: TomlTable, path: string): ReadonlyArray<FormatProblem> => {
  const gates = fieldOf(phase, 'gates')
  const other = misspelt(phase, 'gates', ['name', 'roles'])
  return gates === undefined || (Array.isArray(gates) && gates.length === 0)
    ? [
        problem(
          `\`${path}\` has no gates, and a phase needs at least one`,
          other === null
            ? 'add below that phase:\n[[phases.gates]]\nname = "tests-pass"\nkind = "mechanical"\nowner = "director"'
            : `write [[phases.gates]] in place of \`${other}\``,
        ),
      ]
    : tablesAt(phase, `${path}.`, 'gates', (gate, gatePath) => textsOf(gate, gatePath, ['name', 'kind', 'owner']))
}

/** The problems of each table under a key, which has to be an array of tables where it is there at all. */
const tablesAt = (
  table: TomlTable,
  path: string,
  key: string,
  problemsOf: (table: TomlTable, path: string) => ReadonlyArray<FormatProblem>,
): ReadonlyArray<FormatProblem> => {
  const value = fieldOf(table, key)
  const header = `[[${path.replace(/\[\d+\]/g, '')}${key}]]`
  return value === undefined
    ? []
    : !Array.isArray(value)
      ? [
          problem(
            `\`${path}${key}\` is not an array of tables`,
            `begin each of them with a line ${header}, in double brackets`,
          ),
        ]
      : value.flatMap((each: unknown, place) =>
          isTable(each)
            ? problemsOf(each, `${path}${key}[${String(place)}]`)
            : [
                problem(
                  `\`${path}${key}[${String(place)}]\` is not a table`,
                  `write it as a table that begins with ${header}`,
                ),
              ],
        )
}

const textsOf = (table: TomlTable, path: string, keys: ReadonlyArray<string>): ReadonlyArray<FormatProblem> =>
  keys.flatMap((key) => {
    const value = fieldOf(table, key)
    if (saysSomething(value)) return []
    const other = value === undefined ? misspelt(table, key, [...keys, 'procedure', 'roles', 'gates']) : null
    return [
      problem(
        `\`${path}.${key}\` ${value === undefined ? 'is missing' : typeof value === 'string' ? 'must not be empty' : 'is not a string'}`,
        other === null
          ? `${value === undefined ? 'add' : 'write'} ${key} = "${examples[key] ?? '…'}"`
          : `write \`${key}\` in place of \`${other}\``,
      ),
    ]
  })

const examples: Readonly<Record<string, string>> = {
  name: 'NAME',
  kind: 'mechanical',
  owner: 'director',
  target: 'MODE',
}

const saysSomething = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''
