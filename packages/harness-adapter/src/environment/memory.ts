/** Used where somebody froze `globalThis`. */
const own = new Map<symbol, unknown>()

/**
 * A value that all copies and instances of the plugin in this process share. It lives on `globalThis`, because the harness
 * runs the plugin's factory again and may load several copies of it. The name ends in the version of the value's shape:
 * a new shape takes a new name, and a value of another shape is replaced.
 */
export const processWide = <A>(name: string, isOurs: (value: unknown) => value is A, fresh: () => A): A => {
  const key = Symbol.for(`@active-mode/${name}`)
  const found: unknown = Reflect.get(globalThis, key) ?? own.get(key)
  if (isOurs(found)) return found
  const made = fresh()
  if (!Reflect.defineProperty(globalThis, key, { value: made, configurable: true, writable: true })) own.set(key, made)
  return made
}

/** The most keys that are kept. Keys come from outside, and a server runs for months. */
const mostKept = 4096

/** Puts a value into a map as its newest one. Beyond 4,096 the one that was not put in for the longest time is dropped. */
export const putNewest = <A>(map: Map<string, A>, key: string, value: A): A => {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.size > mostKept ? map.keys() : []
  if (oldest !== undefined) map.delete(oldest)
  return value
}

/** Whether a key comes for the first time, as far as the newest 4,096 keys tell. From now on it does not. */
export const isFirst = (seen: Set<string>, key: string): boolean => {
  if (seen.has(key)) return false
  seen.add(key)
  const [oldest] = seen.size > mostKept ? seen : []
  if (oldest !== undefined) seen.delete(oldest)
  return true
}
