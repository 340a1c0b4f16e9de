import { type Diagnosis, diagnosisOf } from './Diagnosis.js'

const say = diagnosisOf('decision-log')

/** What was found of the decision log. */
export interface LogView {
  /** `false` where the option decisionLog turns it off. */
  readonly folder: string | false
  /** Whether the option names it by a path that begins in the working folder of each harness. */
  readonly isRelative: boolean
  /** Whether something else than a folder is there. */
  readonly isTaken: boolean
  readonly exists: boolean
  /** Whether this user can write there, or make the folder. */
  readonly writable: boolean
  /** The permission bits of the folder. */
  readonly mode: number | null
  /** All lines, whatever they hold. */
  readonly lines: number
  /** The decisions that the log says it lost. */
  readonly dropped: number
}

/** What the plugin left for a person on a harness 2.x. */
export interface NoticesView {
  readonly file: string
  /** All that are in the file. */
  readonly count: number
  /** The newest ones, in their order. */
  readonly newest: ReadonlyArray<Notice2>
}

export interface Notice2 {
  readonly at: string
  readonly level: string
  readonly message: string
}

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
        'the option decisionLog is false, so `active-mode audit` has nothing to check',
        'plugin options',
        'Remove the option to have a log.',
      ),
    ]
  const relative = isRelative
    ? [
        say(
          'problem',
          'log-relative',
          'the option decisionLog is a relative path, so each folder in which the harness starts gets its own log',
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
            'Run one turn while there is a registry, and check again.',
          ),
        ]),
    ...(mode !== null && (mode & 0o077) !== 0
      ? [
          say(
            'note',
            'log-open-to-others',
            `other users may read the decision log (mode ${mode.toString(8).padStart(4, '0')})`,
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

/** The newest notices that the plugin left on a harness 2.x, which gives it no screen and no log. The newest comes last. */
export const checkNotices = ({ file, count, newest }: NoticesView): ReadonlyArray<Diagnosis> =>
  newest.map(({ at, level, message }, place) => ({
    area: 'decision-log',
    level: 'note',
    id: 'notice',
    what: `${level} of ${at}: ${message}`,
    where: file,
    edits: [],
    remedy:
      place < newest.length - 1
        ? ''
        : count > newest.length
          ? `These are the newest of ${count}; the others are in the file. Remove it when you have read them.`
          : 'Remove the file when you have read them.',
  }))
