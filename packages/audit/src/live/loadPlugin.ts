import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/**
 * Whether a plugin's file has the one shape that every harness version loads: one exported function, the default. Importing it
 * runs the top level of the file, with all that this person may do; the function itself is not called.
 */
export const loadPlugin = async (file: string): Promise<{ readonly ok: boolean; readonly detail: string }> => {
  if (!existsSync(file)) return { ok: false, detail: 'the file is not there' }
  try {
    const loaded: unknown = await import(pathToFileURL(file).href)
    const exported = Object.entries(loaded as Readonly<Record<string, unknown>>)
    const isOneFunction = exported.length === 1 && exported[0]?.[0] === 'default' && typeof exported[0][1] === 'function'
    return isOneFunction ? { ok: true, detail: '' } : { ok: false, detail: 'it has to export one function, as its default, and nothing else' }
  } catch (error) {
    return { ok: false, detail: error instanceof Error ? error.message : String(error) }
  }
}
