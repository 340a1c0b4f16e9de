/**
 * What this process has seen of one root. It only ever grows, so two loaded copies of the plugin can write to it at any
 * time and neither loses what the other saw. A bundle that is gone therefore stays known until the process ends.
 */
export interface RootMemory {
  /** Whether the root itself was ever there. */
  seen: boolean
  /** By folder, the agent ids it was seen to claim. */
  readonly bundles: Map<string, Set<string>>
  /** Counts what was added, by any copy. */
  revision: number
}

/** The number is the shape's version: another shape takes another key and leaves this one to older copies. */
const key = Symbol.for('@active-mode/registry-memory/1')

/**
 * The memory of a root. It lives on `globalThis`, because the harness runs the plugin's factory again and loads copies
 * of it, and none of these may forget. Worker threads have a `globalThis` of their own.
 */
export const memoryOf = (root: string): RootMemory => {
  const roots = sharedRoots()
  const known = roots.get(root)
  if (isRootMemory(known)) return known
  const fresh: RootMemory = { seen: false, bundles: new Map(), revision: 0 }
  roots.set(root, fresh)
  return fresh
}

/** Notes that a bundle was there and what it is known to claim. */
export const remember = (memory: RootMemory, directory: string, claims: ReadonlyArray<string>): void => {
  const known = memory.bundles.get(directory) ?? new Set()
  const before = memory.bundles.has(directory) ? known.size : -1
  for (const claim of claims) known.add(claim)
  memory.bundles.set(directory, known)
  if (known.size !== before) memory.revision += 1
}

/** A fallback for a `globalThis` that somebody froze. */
const ownRoots = new Map<string, unknown>()

const sharedRoots = (): Map<string, unknown> => {
  const found: unknown = Reflect.get(globalThis, key)
  if (found instanceof Map) return found
  Reflect.defineProperty(globalThis, key, { value: ownRoots, configurable: true, writable: true })
  return ownRoots
}

const isRootMemory = (value: unknown): value is RootMemory =>
  typeof value === 'object' &&
  value !== null &&
  'seen' in value &&
  typeof value.seen === 'boolean' &&
  'revision' in value &&
  typeof value.revision === 'number' &&
  'bundles' in value &&
  value.bundles instanceof Map &&
  [...value.bundles].every(([directory, claims]) => typeof directory === 'string' && claims instanceof Set)
