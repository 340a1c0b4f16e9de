import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { RegistryBundle } from '@active-mode/core'
import { assembleBundle } from '../../../harness-adapter/src/registry/assembleBundle.js'
import { composeSnapshot } from '../../../harness-adapter/src/registry/composeSnapshot.js'
import type { FileContent } from '../../../harness-adapter/src/registry/format/FileContent.js'
import { decodeManifest } from '../../../harness-adapter/src/registry/format/manifest.js'
import { registryFile } from '../../../harness-adapter/src/registry/format/names.js'
import { decodeRegistryFile } from '../../../harness-adapter/src/registry/format/registryFile.js'
import { type RegistryFileReading } from '../../../harness-adapter/src/registry/format/registryFile.js'
import { nothingRemembered } from '../../../harness-adapter/src/registry/memory.js'

/** The baseline: the whole registry read, hashed, parsed and decoded into the same value, synchronously, on each request. */
export const reloadEverything = (root: string): RegistryBundle => {
  const files = new Map(filesBelow(root).map((path) => [relative(root, path), readFileSync(path)] as const))
  const names = [...files.keys()].toSorted()
  const sums = names.map((name) => `${sha256(files.get(name) ?? '')}  ./${name}\n`)
  const folders = readdirSync(root, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  )
  const bundles = folders.map((directory) => {
    const contentOf = (file: string): FileContent => {
      const bytes = files.get(`${directory}/${file}`)
      return bytes === undefined ? { _tag: 'failed', why: 'absent', detail: '' } : { _tag: 'bytes', bytes }
    }
    return assembleBundle(decodeManifest(directory, contentOf('mode.toml')), contentOf)
  })
  return composeSnapshot({
    digest: `sha256:${sha256(sums.join(''))}`,
    stagerAtWork: false,
    bundles,
    file: fileIn(files),
    remembered: nothingRemembered,
  })
}

const fileIn = (files: ReadonlyMap<string, Uint8Array>): RegistryFileReading => {
  const bytes = files.get(registryFile)
  return bytes === undefined ? null : decodeRegistryFile({ _tag: 'bytes', bytes })
}

const filesBelow = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesBelow(path) : [path]
  })

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')
