import type { PageMark } from '../src/page/PageData.js'
import type { Model, Timeline } from './Model.js'

/**
 * The fragment that leads to a mark of a timeline, also in a page made later: a request is named by its line of the log, what only the
 * store has by its message.
 */
export const linkTo = ({ id, marks }: Timeline, place: number | null): string => {
  const mark = place === null ? undefined : marks[place]
  return `#${new URLSearchParams({ session: id, ...(mark === undefined ? {} : { at: nameOf(mark) }) }).toString()}`
}

/** Where a fragment leads; `null` where to nothing that this page has. */
export const followLink = (
  { timelines }: Model,
  fragment: string,
): { readonly timeline: Timeline; readonly mark: number | null } | null => {
  const words = new URLSearchParams(fragment.replace(/^#/, ''))
  const timeline = timelines.find(({ id }) => id === words.get('session'))
  if (timeline === undefined) return null
  const at = words.get('at')
  const mark = at === null ? -1 : timeline.marks.findIndex((each) => nameOf(each) === at)
  return { timeline, mark: mark < 0 ? null : mark }
}

const nameOf = (mark: PageMark): string =>
  mark.kind === 'request' ? `${mark.place.file}:${mark.place.line}` : `${mark.kind[0] ?? ''}:${mark.messageId ?? ''}`
