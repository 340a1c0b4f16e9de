/** Places in JSON values, by paths as the errors have them: `switchStream.records[2].key`. */

const stepsOf = (path: string): ReadonlyArray<string> => path.match(/[^.[\]]+/g) ?? []

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** What stands at a place. */
export const at = (path: string, value: unknown): unknown =>
  stepsOf(path).reduce<unknown>((inner, step) => (isObject(inner) ? inner[step] : undefined), value)

/** The same value with a change at one place. The value itself is left alone. */
const change = (
  steps: ReadonlyArray<string>,
  change_: (copy: Record<string, unknown>, key: string) => void,
  value: unknown,
): unknown => {
  const [step, ...rest] = steps
  if (step === undefined || !isObject(value)) return value
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>
  if (rest.length === 0) change_(copy, step)
  else copy[step] = change(rest, change_, value[step])
  return copy
}

/** The same value with something else at a place. */
export const put = (path: string, replacement: unknown, value: unknown): unknown => {
  const steps = stepsOf(path)
  return steps.length === 0
    ? replacement
    : change(
        steps,
        (copy, key) => {
          copy[key] = replacement
        },
        value,
      )
}

/** The same value without what stands at a place: an object without that key, an array with a hole. */
export const cut = (path: string, value: unknown): unknown =>
  change(
    stepsOf(path),
    (copy, key) => {
      Reflect.deleteProperty(copy, key)
    },
    value,
  )

/** The paths of all places in a value, the whole of it first. */
export const pathsIn = (value: unknown, path = ''): ReadonlyArray<string> => [
  path,
  ...(isObject(value)
    ? Object.entries(value).flatMap(([key, inner]) =>
        pathsIn(inner, Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`),
      )
    : []),
]

/** The same value with every object in it made anew, innermost first. */
export const mapObjects = (make: (object: Readonly<Record<string, unknown>>) => unknown, value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((inner) => mapObjects(make, inner))
  if (!isObject(value)) return value
  return make(Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapObjects(make, inner)])))
}
