import { constants, copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

/** A copy of a database with its write-ahead log, in a folder of its own. */
export interface DatabaseCopy {
  readonly file: string
  readonly remove: () => void
}

/** Copies a database, so that whatever its reader has to write lies beside the copy. Throws where it cannot be copied; then nothing is left. */
export const copyDatabase = (file: string): DatabaseCopy => {
  const folder = mkdtempSync(join(tmpdir(), 'active-mode-store-'))
  const copy = join(folder, basename(file))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    for (const ending of ['', '-wal']) copyFileSync(`${file}${ending}`, `${copy}${ending}`, constants.COPYFILE_FICLONE)
    return { file: copy, remove }
  } catch (error) {
    remove()
    throw error
  }
}
