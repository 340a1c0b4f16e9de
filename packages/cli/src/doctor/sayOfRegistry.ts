import type { Diagnosis, DiagnosisLevel } from './Diagnosis.js'

/** A finding about the registry. A remedy may have several lines, an edit each. */
export const sayOfRegistry = (
  level: DiagnosisLevel,
  id: string,
  what: string,
  where: string,
  ...remedy: ReadonlyArray<string>
): Diagnosis => ({ area: 'registry', level, id, what, where, remedy: remedy.join('\n') })
