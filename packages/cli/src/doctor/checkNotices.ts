import type { Diagnosis } from './Diagnosis.js'
import type { NoticesView } from './NoticesView.js'

/** The newest notices that the plugin left on a harness 2.x, which gives it no screen and no log. The newest comes last. */
export const checkNotices = ({ file, count, newest }: NoticesView): ReadonlyArray<Diagnosis> =>
  newest.map(({ at, level, message }, place) => ({
    area: 'decision-log',
    level: 'note',
    id: 'notice',
    what: `${level} of ${at}: ${message}`,
    where: file,
    remedy:
      place < newest.length - 1
        ? ''
        : count > newest.length
          ? `These are the newest of ${count}. Read the others in the file; remove it when you have.`
          : 'Remove the file when you have read them.',
  }))
