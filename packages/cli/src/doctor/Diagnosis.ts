/** What a check of the doctor says: all is well, something to know, or something to mend. */
export type DiagnosisLevel = 'ok' | 'note' | 'problem'

export type DiagnosisArea = 'registry' | 'plugin' | 'harness' | 'decision-log'

/** One result of the doctor: what, where, and what to do. The ids are stable. */
export interface Diagnosis {
  readonly area: DiagnosisArea
  readonly level: DiagnosisLevel
  readonly id: string
  readonly what: string
  readonly where: string
  /** Empty where nothing is to be done. */
  readonly remedy: string
}
