import { constants, copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Refusal } from '../../Io.js'
import { sayError } from '../../show/text.js'
import type { Reader } from './Database.js'
import { type Opening, openTables } from './openTables.js'
import { type ReadAhead, readAhead } from './readAhead.js'
import type { SessionStore } from './SessionStore.js'

/**
 * Opens the harness's database, of either generation or of both, for reading only; the harness may go on writing. Only what the audit needs leaves it: of
 * the messages no text but that of compaction summaries, which is looked through for ledger paths. A row that is not the
 * JSON that the harness writes costs its message. Throws a Refusal where there is no reader for it, or it is no such
 * database; a database that is damaged below its rows refuses when it is read.
 */
export const openDatabase = async (file: string): Promise<SessionStore> => {
  if (!existsSync(file))
    throw new Refusal(
      `${file} is not there; the harness keeps its store in its data folder (~/.local/share/opencode), as opencode.db, or opencode-CHANNEL.db for another release channel`,
    )
  const Reader = await loadReader()
  try {
    return openWith(Reader, file)
  } catch (error) {
    throw new Refusal(
      `${file} cannot be read as the harness's store (${sayError(error)}); give the database of a harness 1.2 or newer, or use --export`,
    )
  }
}

/**
 * Leaves nothing behind and needs no permission to write. Without a write-ahead log beside it, the file is not being written, and
 * it is opened as one that never changes. A log without its index (a copy, a crash) would get one: then a copy is read.
 */
const openWith = (Reader: Reader, file: string): SessionStore => {
  const hasLog = existsSync(`${file}-wal`)
  if (!hasLog) return openAs(Reader, { file, path: file, isUnchanging: true })
  if (existsSync(`${file}-shm`)) return openAs(Reader, { file, path: file, isUnchanging: false })
  const copy = copyDatabase(file)
  try {
    const store = openAs(Reader, { file, path: copy.file, isUnchanging: false })
    return { ...store, close: () => (store.close(), copy.remove()) }
  } catch (error) {
    copy.remove()
    throw error
  }
}

/** A store of fewer bytes is read before a thread for it has begun. */
const worthThread = 4 * 1024 * 1024

const openAs = (Reader: Reader, opening: Opening): SessionStore => {
  const reader = openTables(Reader, opening)
  const known = new Set(reader.ids)
  let ahead: ReadAhead | null = null
  return {
    ...reader,
    expect: (wanted) => {
      const ids = wanted.filter((id) => known.has(id))
      if (ids.length > 1 && statSync(opening.path).size >= worthThread) ahead ??= readAhead({ opening, ids })
    },
    read: (id) => {
      const session = ahead?.take(id)
      return session === undefined ? reader.read(id) : session
    },
    close: () => {
      ahead?.close()
      reader.close()
    },
  }
}

const loadReader = async (): Promise<Reader> => {
  try {
    return (await import('@photostructure/sqlite')).DatabaseSync
  } catch {
    throw new Refusal(
      '--store needs the optional package @photostructure/sqlite, which is not installed here; install it, or give --export FILE with what `opencode export SESSION` writes',
    )
  }
}

/** A copy of a database with its write-ahead log, in a folder of its own. */
interface DatabaseCopy {
  readonly file: string
  readonly remove: () => void
}

/** Copies a database, so that whatever its reader has to write lies beside the copy. Throws where it cannot be copied; then nothing is left. */
const copyDatabase = (file: string): DatabaseCopy => {
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
