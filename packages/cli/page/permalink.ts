import { isRequest, messageOf, type PageMark, requestOf } from '../src/page/PageMark.js'
import type { Model, Timeline } from './Model.js'

/**
 * The fragment that leads to a mark of a timeline, also in a page that was made anew: a request is named by its line of
 * the log, what only the store has by its message.
 */
export const linkTo = (model: Model, { id, marks }: Timeline, place: number | null): string => {
  const mark = place === null ? undefined : marks[place]
  return `#${new URLSearchParams({ session: id, ...(mark === undefined ? {} : { at: nameOf(model, mark) }) }).toString()}`
}

/** Where a fragment leads; `null` where to nothing that this page has. */
export const followLink = (
  model: Model,
  fragment: string,
): { readonly timeline: Timeline; readonly mark: number | null } | null => {
  const words = new URLSearchParams(fragment.replace(/^#/, ''))
  const timeline = model.timelines.find(({ id }) => id === words.get('session'))
  if (timeline === undefined) return null
  const at = words.get('at')
  const mark = at === null ? -1 : timeline.marks.findIndex((each) => nameOf(model, each) === at)
  return { timeline, mark: mark < 0 ? null : mark }
}

const nameOf = ({ data }: Model, mark: PageMark): string => {
  if (!isRequest(mark)) return `${mark[0]}:${messageOf(mark) ?? ''}`
  const { file, line } = requestOf(mark)
  return `${data.files[file] ?? ''}:${line}`
}
