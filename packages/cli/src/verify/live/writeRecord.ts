import { writeFileSync } from 'node:fs'
import { Refusal } from '../../Io.js'
import { sayError } from '../../show/text.js'
import { recordOf } from '../record.js'
import type { VerifyRun } from '../VerifyRun.js'

/** Writes the record of a run into a file. */
export const writeRecord = (run: VerifyRun, file: string): void => {
  const record = recordOf(run, `${process.platform}-${process.arch}`)
  try {
    writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`)
  } catch (error) {
    throw new Refusal(
      `the record could not be written to ${file} (${sayError(error)}); name another file with --record`,
    )
  }
}
