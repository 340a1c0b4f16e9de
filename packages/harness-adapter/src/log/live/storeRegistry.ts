import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { mkdir, rename, unlink, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { encodeRegistryBundle, type RegistryBundle } from '@active-mode/core'
import { registriesFolder } from '../format.js'

/** The SHA-256 of a text's UTF-8 bytes, in lower-case hexadecimal. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The folder of the registries beside the log. */
export const registriesIn = (folder: string): string => join(folder, registriesFolder)

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
    const named = { sha256: sha256(json), json }
    known.set(bundle, named)
    return named
  }
}

/** Where a registry is stored. */
const registryFile = (folder: string, { sha256: name }: NamedRegistry): string =>
  join(registriesIn(folder), `${name}.json`)

/** Where it is written first. Two copies of the plugin may store the same registry at once, in one process too. */
const halfOf = (file: string): string => `${file}.${randomUUID()}.tmp`

/**
 * Stores a registry under its name, whole or not at all; one that is there is only marked as used now, so that it is kept.
 * Rejects where the disk refuses.
 */
export const storeRegistry = async (folder: string, registry: NamedRegistry, now: number): Promise<void> => {
  const file = registryFile(folder, registry)
  const isThere = await utimes(file, now / 1000, now / 1000).then(
    () => true,
    () => false,
  )
  if (isThere) return
  await mkdir(registriesIn(folder), { recursive: true, mode: 0o700 })
  const half = halfOf(file)
  try {
    await writeFile(half, registry.json, { mode: 0o600 })
    await rename(half, file)
  } catch (error) {
    // A full disk refuses again and again, and would fill with halves that nobody deletes.
    await unlink(half).catch(() => undefined)
    throw error
  }
}

/** Stores a registry before the process ends, whole or not at all. Throws where the disk refuses. */
export const storeAtEnd = (folder: string, registry: NamedRegistry): void => {
  const file = registryFile(folder, registry)
  if (existsSync(file)) return
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const half = halfOf(file)
  writeFileSync(half, registry.json, { mode: 0o600 })
  renameSync(half, file)
}
