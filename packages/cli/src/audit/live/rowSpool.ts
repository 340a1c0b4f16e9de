import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { Refusal } from '../../Io.js'
import { sayError } from '../../show/text.js'
import type { RowSpool } from '../report/json.js'

const chunkBytes = 256 * 1024

/** Keeps rows in a temporary file, and removes it at the end. Throws a Refusal where there is no room for it. */
export const rowSpool = (): RowSpool & { readonly close: () => void } => {
  const folder = orRefuse(() => mkdtempSync(join(tmpdir(), 'active-mode-rows-')))
  const fd = orRefuse(() => openSync(join(folder, 'rows'), 'w+', 0o600))
  return {
    add: (text) => {
      const bytes = Buffer.from(text)
      for (let at = 0; at < bytes.length;) at += orRefuse(() => writeSync(fd, bytes, at))
    },
    *pieces() {
      const chunk = Buffer.alloc(chunkBytes)
      const decoder = new StringDecoder('utf8')
      let place = 0
      for (
        let count = readSync(fd, chunk, 0, chunkBytes, 0);
        count > 0;
        count = readSync(fd, chunk, 0, chunkBytes, place)
      ) {
        place += count
        yield decoder.write(chunk.subarray(0, count))
      }
    },
    close: () => {
      closeSync(fd)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const orRefuse = <T>(act: () => T): T => {
  try {
    return act()
  } catch (error) {
    throw new Refusal(
      `${tmpdir()} cannot hold the rows until they are printed (${sayError(error)}); make room there, or set TMPDIR to another folder`,
    )
  }
}
