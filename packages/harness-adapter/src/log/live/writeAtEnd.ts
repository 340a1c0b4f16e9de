import {
  closeSync,
  existsSync,
  fchmodSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { lineEnd } from './appendLines.js'
import { halfOf, type NamedRegistry, registryFile } from './storeRegistry.js'
import { tighterMode } from './tighten.js'

/** Appends lines to a file of the log before the process ends. Nothing is put aside any more, however full the file is. Throws where the disk refuses. */
export const appendAtEnd = (file: string, lines: ReadonlyArray<string>): void => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const fd = openSync(file, 'a+', 0o600)
  try {
    const stats = fstatSync(fd)
    const mode = tighterMode(stats, 0o600)
    if (mode !== null) fchmodSync(fd, mode)
    const last = Buffer.alloc(1, lineEnd)
    if (stats.size > 0) readSync(fd, last, 0, 1, stats.size - 1)
    writeSync(fd, `${last[0] === lineEnd ? '' : '\n'}${lines.join('\n')}\n`)
  } finally {
    closeSync(fd)
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
