/** One replacement that makes a text out of another, and back. Positions are characters. */
export interface Splice {
  readonly at: number
  readonly removed: string
  readonly inserted: string
}

/** The shortest replacement that makes `after` out of `before`. */
export const spliceBetween = (before: string, after: string): Splice => {
  const most = Math.min(before.length, after.length)
  let head = 0
  while (head < most && before[head] === after[head]) head += 1
  let tail = 0
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1
  return {
    at: head,
    removed: before.slice(head, before.length - tail),
    inserted: after.slice(head, after.length - tail),
  }
}

/** Takes a replacement back: where it was made, or, in a text that was edited since, where its text stands alone. `null` where it is not to be found. */
export const takeBack = (text: string, { at, removed, inserted }: Splice): string | null => {
  const back = (place: number): string => `${text.slice(0, place)}${removed}${text.slice(place + inserted.length)}`
  if (text.startsWith(inserted, at)) return back(at)
  const place = inserted === '' ? -1 : text.indexOf(inserted)
  return place >= 0 && text.indexOf(inserted, place + 1) < 0 ? back(place) : null
}
