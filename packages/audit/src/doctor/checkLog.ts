import type { Diagnosis, DiagnosisLevel } from '../model/Diagnosis.js'
import type { LogView } from '../model/LogView.js'

/** Whether the decision log is there, is written, is complete, and is for its owner only. */
export const checkLog = ({ folder, exists, writable, mode, lines, dropped }: LogView): ReadonlyArray<Diagnosis> => {
  if (folder === false) return [say('note', 'log-off', 'the option decisionLog is false, so no decision can be audited', 'plugin options', 'Remove the option to have a log.')]
  return [
    ...(writable ? [] : [say('problem', 'log-not-writable', 'the decision log cannot be written', folder, 'Give the folder to the person who runs the harness (mode 0700).')]),
    ...(exists ? [] : [say('note', 'log-empty', 'nothing was logged yet', folder, 'Run one turn on a machine with a registry and look again.')]),
    ...(mode !== null && (mode & 0o077) !== 0 ? [say('note', 'log-open-to-others', `others may look into the decision log (mode ${mode.toString(8).padStart(4, '0')})`, folder, `Run: chmod 700 ${folder}`)] : []),
    ...(dropped > 0 ? [say('problem', 'log-dropped-lines', `${dropped} decisions could not be written`, folder, 'Check the disk and the permissions of the folder.')] : []),
    ...(exists && dropped === 0 && writable ? [say('ok', 'log-complete', `${lines} lines, none dropped`, folder)] : []),
  ]
}

const say = (level: DiagnosisLevel, id: string, what: string, where: string, remedy = ''): Diagnosis => ({ area: 'decision-log', level, id, what, where, remedy })
