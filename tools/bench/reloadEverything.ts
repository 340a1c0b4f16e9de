import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'

/** The baseline: the whole registry read, parsed and hashed, synchronously, on each request. */
export const reloadEverything = (root: string): number => {
  const hash = createHash('sha256')
  return load(root, hash)
}

const load = (folder: string, hash: ReturnType<typeof createHash>): number => {
  let size = 0
  for (const name of readdirSync(folder).toSorted()) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) size += load(path, hash)
    else {
      const bytes = readFileSync(path)
      hash.update(bytes)
      size += bytes.length + (name.endsWith('.toml') ? Object.keys(parse(bytes.toString('utf8'))).length : 0)
    }
  }
  return size
}
