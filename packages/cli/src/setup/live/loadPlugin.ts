import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/**
 * Whether a plugin's file has the shape that the harness loads: on 1.x one exported function, the default; on 2.x an object with its
 * own `id` and `setup` as the default. Importing it
 * runs the top level of the file, with all that this person may do; the function itself is not called.
 */
export const loadPlugin = async (
  file: string,
  generation: 1 | 2 = 1,
): Promise<{ readonly ok: boolean; readonly detail: string }> => {
  if (!existsSync(file)) return { ok: false, detail: 'the file is not there' }
  try {
    const loaded: unknown = await import(pathToFileURL(file).href)
    if (generation === 2) return shape2((loaded as { readonly default?: unknown }).default)
    const exported = Object.entries(loaded as Readonly<Record<string, unknown>>)
    const isOneFunction =
      exported.length === 1 && exported[0]?.[0] === 'default' && typeof exported[0][1] === 'function'
    return isOneFunction
      ? { ok: true, detail: '' }
      : { ok: false, detail: 'it has to export one function, as its default, and nothing else' }
  } catch (error) {
    return { ok: false, detail: error instanceof Error ? error.message : String(error) }
  }
}

const shape2 = (loaded: unknown): { readonly ok: boolean; readonly detail: string } => {
  const isObject = typeof loaded === 'object' && loaded !== null && Object.getPrototypeOf(loaded) === Object.prototype
  const { id, setup } = isObject ? (loaded as { readonly id?: unknown; readonly setup?: unknown }) : {}
  return typeof id === 'string' && typeof setup === 'function'
    ? { ok: true, detail: '' }
    : {
        ok: false,
        detail:
          'the harness 2.x takes an object with id and setup as the default export; a file for 1.x only does not load there',
      }
}
