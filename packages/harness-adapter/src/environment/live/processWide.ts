/** A fallback for a `globalThis` that somebody froze. */
const own = new Map<symbol, unknown>()

/**
 * A value that all copies and instances of the plugin in this process share. It lives on `globalThis`, because the harness
 * runs the plugin's factory again and may load several copies of it. The name ends in the version of the value's shape:
 * another shape takes another name, and what somebody else put there is replaced.
 */
export const processWide = <A>(name: string, isOurs: (value: unknown) => value is A, fresh: () => A): A => {
  const key = Symbol.for(`@active-mode/${name}`)
  const found: unknown = Reflect.get(globalThis, key) ?? own.get(key)
  if (isOurs(found)) return found
  const made = fresh()
  if (!Reflect.defineProperty(globalThis, key, { value: made, configurable: true, writable: true })) own.set(key, made)
  return made
}
