import type { Paint } from '../show/Paint.js'
import { plainText } from '../show/plainText.js'
import type { Diagnosis, DiagnosisLevel } from './Diagnosis.js'

const marks: Readonly<Record<DiagnosisLevel, string>> = { ok: 'ok     ', note: 'note   ', problem: 'PROBLEM' }

/** The doctor's findings for people: by area, what is to be mended first. */
export const doctorTable = (findings: ReadonlyArray<Diagnosis>, paint: Paint): string => {
  const count = (level: DiagnosisLevel): number => findings.filter((finding) => finding.level === level).length
  return [
    ...findings.flatMap(({ area, level, id, what, where, remedy }) => [
      `${paintLevel(paint, level)(marks[level])} ${area}: ${plainText(what)} ${paint.dim(`[${id}]`)}`,
      `        ${paint.dim('at')} ${plainText(where)}`,
      ...(remedy === '' ? [] : remedy.split('\n').map((line) => `        ${plainText(line)}`)),
    ]),
    `${counted(count('problem'), 'problem')}, ${counted(count('note'), 'note')}, ${count('ok')} ok`,
  ].join('\n')
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

const paintLevel = (paint: Paint, level: DiagnosisLevel): ((text: string) => string) =>
  level === 'problem' ? paint.bad : level === 'ok' ? paint.good : paint.dim
