import type { Paint } from '../show/Paint.js'
import { counted, plainText } from '../show/text.js'
import type { Diagnosis, DiagnosisLevel } from './Diagnosis.js'

const marks: Readonly<Record<DiagnosisLevel, string>> = { ok: 'ok     ', note: 'note   ', problem: 'PROBLEM' }

/** The findings for people, in the order of the areas. */
export const renderReport = (findings: ReadonlyArray<Diagnosis>, paint: Paint): string => {
  const count = (level: DiagnosisLevel): number => findings.filter((finding) => finding.level === level).length
  const mendable = findings.filter(({ edits }) => edits.length > 0).length
  const colours = { ok: paint.good, note: paint.dim, problem: paint.bad }
  return [
    ...findings.flatMap(({ area, level, id, what, where, remedy }) => [
      `${colours[level](marks[level])} ${area}: ${plainText(what)} ${paint.dim(`[${id}]`)}`,
      `        ${paint.dim('at')} ${plainText(where)}`,
      ...(remedy === '' ? [] : remedy.split('\n').map((line) => `        ${plainText(line)}`)),
    ]),
    `${counted(count('problem'), 'problem')}, ${counted(count('note'), 'note')}, ${count('ok')} ok`,
    ...(mendable === 0 ? [] : [`active-mode doctor --fix mends ${mendable} of them; it shows the edits first`]),
  ].join('\n')
}

/** Whether something has to be fixed. */
export const hasProblem = (findings: ReadonlyArray<Diagnosis>): boolean =>
  findings.some(({ level }) => level === 'problem')
