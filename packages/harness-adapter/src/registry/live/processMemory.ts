import { processWide } from '../../environment/memory.js'
import { freshMemory, type RootMemory } from '../memory.js'

/** The memory of a root, which all copies of the plugin in this process share. The number in the name is the shape's version. */
export const memoryOf = (root: string): RootMemory => {
  const roots = sharedMap('registry-memory/2')
  const known = roots.get(root)
  if (isRootMemory(known)) return known
  const fresh = freshMemory()
  roots.set(root, fresh)
  return fresh
}

/** The root that this process uses, out of certain candidates. */
export interface RootInUse {
  /** `null` while no root gave a registry. */
  readonly path: () => string | null
  /** Takes a root into use, unless one is. Answers with the one that is. */
  readonly use: (path: string) => string
}

/** Shared like the memory of a root: loaded copies of the plugin must read one registry. */
export const rootInUse = (candidates: ReadonlyArray<string>): RootInUse => {
  const name = JSON.stringify(candidates)
  const path = (): string | null => {
    const known = sharedMap('registry-root/1').get(name)
    return typeof known === 'string' ? known : null
  }
  return {
    path,
    use: (mine) => {
      const known = path()
      if (known === null) sharedMap('registry-root/1').set(name, mine)
      return known ?? mine
    },
  }
}

const sharedMap = (name: string): Map<unknown, unknown> =>
  processWide(
    name,
    (value): value is Map<unknown, unknown> => value instanceof Map,
    () => new Map<unknown, unknown>(),
  )

const isRootMemory = (value: unknown): value is RootMemory =>
  isObject(value) &&
  typeof value['seen'] === 'boolean' &&
  typeof value['revision'] === 'number' &&
  value['bundles'] instanceof Map &&
  [...value['bundles']].every(
    ([directory, bundle]) => typeof directory === 'string' && isObject(bundle) && Array.isArray(bundle['claims']),
  ) &&
  (value['file'] === null || (isObject(value['file']) && Array.isArray(value['file']['aliases'])))

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
