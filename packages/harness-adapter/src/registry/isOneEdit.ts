/** Whether one text becomes the other by one edit: a character changed, added or taken away, or two neighbours swapped. */
export const isOneEdit = (left: string, right: string): boolean => {
  const [one, other] = [Array.from(left), Array.from(right)]
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  const at = short.findIndex((character, place) => character !== long[place])
  const from = at === -1 ? short.length : at
  const rest = (characters: ReadonlyArray<string>, skipped: number): string => characters.slice(from + skipped).join('')
  if (long.length === short.length + 1) return rest(short, 0) === rest(long, 1)
  if (long.length !== short.length || at === -1) return false
  const isSwapped = short[from] === long[from + 1] && short[from + 1] === long[from]
  return rest(short, 1) === rest(long, 1) || (isSwapped && rest(short, 2) === rest(long, 2))
}
