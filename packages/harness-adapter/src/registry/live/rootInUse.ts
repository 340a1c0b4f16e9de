/** The root that this process uses, out of certain candidates. */
export interface RootInUse {
  /** `null` while no root gave a registry. */
  readonly path: () => string | null
  /** Takes a root into use, unless one is. Answers with the one that is. */
  readonly use: (path: string) => string
}

/** The number is the shape's version. */
const key = Symbol.for('@active-mode/registry-root/1')

/** On `globalThis`, as the memory of a root: instances come and go, and loaded copies of the plugin must read one registry. */
export const rootInUse = (candidates: ReadonlyArray<string>): RootInUse => {
  const name = JSON.stringify(candidates)
  const path = (): string | null => {
    const known = sharedRoots().get(name)
    return typeof known === 'string' ? known : null
  }
  return {
    path,
    use: (mine) => {
      const known = path()
      if (known === null) sharedRoots().set(name, mine)
      return known ?? mine
    },
  }
}

/** A fallback for a `globalThis` that somebody froze. */
const ownRoots = new Map<unknown, unknown>()

const sharedRoots = (): Map<unknown, unknown> => {
  const found: unknown = Reflect.get(globalThis, key)
  if (found instanceof Map) return found
  Reflect.defineProperty(globalThis, key, { value: ownRoots, configurable: true, writable: true })
  return ownRoots
}
