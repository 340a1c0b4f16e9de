/** JSON of somebody else, looked at field by field: nothing of it is believed before it was looked at. */
export type Fields = Readonly<Record<string, unknown>>

/** The fields of an object; none of anything else. */
export const fieldsOf = (u: unknown): Fields =>
  typeof u === 'object' && u !== null && !Array.isArray(u) ? (u as Fields) : {}

/** The elements of a list; none of anything else. */
export const elementsOf = (u: unknown): ReadonlyArray<unknown> =>
  Array.isArray(u) ? (u as ReadonlyArray<unknown>) : []

/** A text; `null` for anything else. */
export const textOf = (u: unknown): string | null => (typeof u === 'string' ? u : null)

/** JSON as a value; `undefined` where the text is none. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
