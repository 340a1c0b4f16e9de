import { appendFile, mkdir, rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileBytes } from './limits.js'

/**
 * Appends lines to a file of the log, in one write, so that two processes do not mix theirs. A file that is full is put
 * aside under a name of its own first. Answers whether it was; rejects where the disk refuses.
 */
export const appendLines = async (file: string, lines: ReadonlyArray<string>, now: number): Promise<{ readonly rotated: boolean }> => {
  const text = `${lines.join('\n')}\n`
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const size = (await stat(file).catch(() => undefined))?.size ?? 0
  const rotated = size > 0 && size + Buffer.byteLength(text) > fileBytes
  if (rotated) await rename(file, file.replace(/\.jsonl$/, `.${now.toString(36)}-${process.pid}.jsonl`)).catch(() => undefined)
  await appendFile(file, text, { mode: 0o600 })
  return { rotated }
}
