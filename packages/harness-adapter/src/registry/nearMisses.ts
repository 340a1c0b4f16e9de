/**
 * The claimed agent ids that an agent id nearly is: equal but for letter case, surrounding space, invisible characters,
 * compatibility forms (full-width letters) or the composition of accents, as a whole or in the name after the last `/`
 * or `:`. Also one that is one edit away, where both have six characters or more and the harness knows no agent of the
 * claimed name: `known` are the agents that it has, `null` where nobody knows. Near misses never bind (design 3.1); doctor
 * and the log point them out. Sorted, without the id itself.
 */
export const nearMisses = (
  agent: string,
  claimed: ReadonlyArray<string>,
  known: ReadonlyArray<string> | null = null,
): ReadonlyArray<string> => {
  const mine = shapesOf(agent)
  const isNear = (id: string): boolean => {
    const shapes = shapesOf(id)
    return (
      shapes.some((shape) => mine.includes(shape)) ||
      (known !== null && !known.includes(id) && shapes.some((shape) => mine.some((my) => isMisspelt(my, shape))))
    )
  }
  return [...new Set(claimed)].filter((id) => id !== agent && isNear(id)).toSorted()
}

/** In a shorter id one letter makes another word. */
const fewestCharacters = 6

const isMisspelt = (left: string, right: string): boolean =>
  Math.min(left.length, right.length) >= fewestCharacters && isOneEdit(left, right)

/** An id as a person would read it out: whole, and by its base name. Nothing is no shape, or all blank ids were alike. */
const shapesOf = (id: string): ReadonlyArray<string> => {
  const whole = shapeOf(id)
  return [whole, whole.replace(/^.*[/:]/su, '').trim()].filter((shape) => shape !== '')
}

const invisible = /[\p{Cc}\p{Cf}\p{Variation_Selector}\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0]/gu

/** Folding case may leave decomposed letters, and folding forms may leave capitals and spaces: hence the order. */
const shapeOf = (id: string): string =>
  id.normalize('NFKC').replace(invisible, '').toUpperCase().toLowerCase().normalize('NFKC').trim()

/** Whether one text becomes the other by one edit at most: a character changed, added or taken away, or two neighbours swapped. */
const isOneEdit = (left: string, right: string): boolean => {
  const [one, other] = [Array.from(left), Array.from(right)]
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  const at = short.findIndex((character, place) => character !== long[place])
  const from = at === -1 ? short.length : at
  const rest = (characters: ReadonlyArray<string>, skipped: number): string => characters.slice(from + skipped).join('')
  if (long.length === short.length + 1) return rest(short, 0) === rest(long, 1)
  const isSwapped = short[from] === long[from + 1] && short[from + 1] === long[from]
  return rest(short, 1) === rest(long, 1) || (isSwapped && rest(short, 2) === rest(long, 2))
}
