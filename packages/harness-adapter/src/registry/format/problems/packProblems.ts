import { type Fault, faultsIn } from '../Form.js'
import { PackForm } from '../forms.js'
import { hasNoPhases } from '../pack.js'
import type { TomlTable } from '../toml.js'
import { type FormatProblem, misspelt, problem } from './FormatProblem.js'

/** All that is missing or wrong in a pack, phase by phase. */
export const packProblems = (table: TomlTable): ReadonlyArray<FormatProblem> =>
  [...new Map(faultsIn(PackForm, table).map((fault) => [rolesPath.exec(fault.path)?.[1] ?? fault.path, fault]))].map(
    ([path, fault]) => problemAt(path, fault),
  )

/** A list of roles is wrong as a whole, however many of them are. */
const rolesPath = /^(.*\.roles)(?:\[\d+\])?$/

const example =
  '[[phases]]\nname = "build"\n[[phases.gates]]\nname = "tests-pass"\nkind = "mechanical"\nowner = "director"'

const gateExample =
  'add below that phase:\n[[phases.gates]]\nname = "tests-pass"\nkind = "mechanical"\nowner = "director"'

const problemAt = (path: string, fault: Fault): FormatProblem => {
  const { key, value, table, known } = fault
  const other = value === undefined || Array.isArray(value) ? misspelt(table, key, known) : null
  const header = `[[${path.replace(/\[\d+\]/g, '')}]]`
  return hasNoPhases(fault)
    ? problem(
        'the pack has no phases',
        other === null ? `add at least one, e.g.\n${example}` : `write [[phases]] in place of \`${other}\``,
      )
    : path === 'closing_artifact'
      ? problem('`closing_artifact` is not a string', 'write closing_artifact = "…", in quotes')
      : path.endsWith('.roles')
        ? problem(`\`${path}\` is not a list of names`, 'write roles = ["NAME"]')
        : path.endsWith('.gates') && (value === undefined || Array.isArray(value))
          ? problem(
              `\`${path.slice(0, -'.gates'.length)}\` has no gates, and a phase needs at least one`,
              other === null ? gateExample : `write [[phases.gates]] in place of \`${other}\``,
            )
          : /^\d+$/.test(key)
            ? problem(`\`${path}\` is not a table`, `write it as a table that begins with ${header}`)
            : key in examples
              ? textProblem(path, fault, other)
              : problem(
                  `\`${path}\` is not an array of tables`,
                  `begin each of them with a line ${header}, in double brackets`,
                )
}

const textProblem = (path: string, { key, value }: Fault, other: string | null): FormatProblem =>
  problem(
    `\`${path}\` ${value === undefined ? 'is missing' : typeof value === 'string' ? 'must not be empty' : 'is not a string'}`,
    other === null || value !== undefined
      ? `${value === undefined ? 'add' : 'write'} ${key} = "${examples[key] ?? '…'}"`
      : `write \`${key}\` in place of \`${other}\``,
  )

const examples: Readonly<Record<string, string>> = {
  name: 'NAME',
  kind: 'mechanical',
  owner: 'director',
  target: 'MODE',
}
