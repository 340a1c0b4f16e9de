import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rename, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encodeRegistryBundle, type RegistryBundle } from '@active-mode/core'

/** The folder of the registries beside the log. */
export const registriesIn = (folder: string): string => join(folder, 'registries')

/** A registry in its wire form, with the hash that is its name. */
export interface NamedRegistry {
  readonly sha256: string
  readonly json: string
}

/** Names a registry by its wire form; once for each snapshot. */
export const createRegistryNamer = (): ((bundle: RegistryBundle) => NamedRegistry) => {
  const known = new WeakMap<RegistryBundle, NamedRegistry>()
  return (bundle) => {
    const found = known.get(bundle)
    if (found !== undefined) return found
    const json = JSON.stringify(encodeRegistryBundle(bundle))
    const named = { sha256: createHash('sha256').update(json).digest('hex'), json }
    known.set(bundle, named)
    return named
  }
}

/** Stores a registry under its name, whole or not at all; one that is there is only marked as used now, so that it is kept. */
export const storeRegistry = async (folder: string, { sha256, json }: NamedRegistry, now: number): Promise<void> => {
  const file = join(registriesIn(folder), `${sha256}.json`)
  const isThere = await utimes(file, now / 1000, now / 1000).then(
    () => true,
    () => false,
  )
  if (isThere) return
  await mkdir(registriesIn(folder), { recursive: true, mode: 0o700 })
  // Two copies of the plugin may store the same registry at once, in one process too.
  const half = `${file}.${randomUUID()}.tmp`
  await writeFile(half, json, { mode: 0o600 })
  await rename(half, file)
}
