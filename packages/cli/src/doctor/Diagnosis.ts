import type { FixEdit } from './FixEdit.js'

/** What a check of the doctor found: all is well, something to know, or something to fix. */
export type DiagnosisLevel = 'ok' | 'note' | 'problem'

export type DiagnosisArea = 'registry' | 'plugin' | 'harness' | 'decision-log'

/** One result of the doctor: what, where, and what to do. The ids are stable. */
export interface Diagnosis {
  readonly area: DiagnosisArea
  readonly level: DiagnosisLevel
  readonly id: string
  readonly what: string
  readonly where: string
  /** One edit or command a line; empty where nothing is to be done. */
  readonly remedy: string
  /** What `doctor --fix` does about it; empty where a person has to choose. */
  readonly edits: ReadonlyArray<FixEdit>
}

/** Makes the results of one area. Of several remedies each becomes a line. */
export const diagnosisOf =
  (area: DiagnosisArea) =>
  (level: DiagnosisLevel, id: string, what: string, where: string, ...remedy: ReadonlyArray<string>): Diagnosis => ({
    area,
    level,
    id,
    what,
    where,
    remedy: remedy.join('\n'),
    edits: [],
  })

/** A result with the edits that mend it. */
export const withEdits = (diagnosis: Diagnosis, edits: ReadonlyArray<FixEdit>): Diagnosis => ({ ...diagnosis, edits })

/** A result as reports print it. */
export const asReported = ({ area, level, id, what, where, remedy }: Diagnosis): Omit<Diagnosis, 'edits'> => ({
  area,
  level,
  id,
  what,
  where,
  remedy,
})
