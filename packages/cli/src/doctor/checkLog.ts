import type { Diagnosis, DiagnosisLevel } from './Diagnosis.js'
import type { LogView } from './LogView.js'

/** Whether the decision log is there, is written, is complete, and is for its owner only. */
export const checkLog = ({
  folder,
  isRelative,
  isTaken,
  exists,
  writable,
  mode,
  lines,
  dropped,
}: LogView): ReadonlyArray<Diagnosis> => {
  if (folder === false)
    return [
      say(
        'note',
        'log-off',
        'the option decisionLog is false, so no decision can be audited',
        'plugin options',
        'Remove the option to have a log.',
      ),
    ]
  const relative = isRelative
    ? [
        say(
          'problem',
          'log-relative',
          'the option decisionLog is a relative path, so every folder that the harness is started in gets a log of its own',
          folder,
          `Write the whole path in the plugin's options, e.g. "decisionLog": ${JSON.stringify(folder)}.`,
        ),
      ]
    : []
  if (isTaken)
    return [
      ...relative,
      say(
        'problem',
        'log-not-a-folder',
        'the decision log cannot be written: a file is in its place',
        folder,
        'Name a folder in the option decisionLog, or remove the option.',
      ),
    ]
  return [
    ...relative,
    ...(writable
      ? []
      : [
          say(
            'problem',
            'log-not-writable',
            'the decision log cannot be written',
            folder,
            'Make it writable for the user who runs opencode (mode 0700).',
          ),
        ]),
    ...(exists
      ? []
      : [
          say(
            'note',
            'log-empty',
            'nothing was logged yet',
            folder,
            'Run one turn on a machine with a registry and look again.',
          ),
        ]),
    ...(mode !== null && (mode & 0o077) !== 0
      ? [
          say(
            'note',
            'log-open-to-others',
            `others may look into the decision log (mode ${mode.toString(8).padStart(4, '0')})`,
            folder,
            `Run: chmod 700 ${folder}`,
          ),
        ]
      : []),
    ...(dropped > 0
      ? [
          say(
            'problem',
            'log-dropped-lines',
            `${dropped} decision${dropped === 1 ? '' : 's'} could not be written`,
            folder,
            'Check the disk and the permissions of the folder.',
          ),
        ]
      : []),
    ...(exists && dropped === 0 && writable
      ? [say('ok', 'log-complete', `${lines} line${lines === 1 ? '' : 's'}, none dropped`, folder)]
      : []),
  ]
}

const say = (level: DiagnosisLevel, id: string, what: string, where: string, remedy = ''): Diagnosis => ({
  area: 'decision-log',
  level,
  id,
  what,
  where,
  remedy,
})
