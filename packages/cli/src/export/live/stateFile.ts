import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import * as E from 'fp-ts/lib/Either.js'
import { Refusal } from '../../Io.js'
import { sayError } from '../../show/text.js'
import { type ExportState, parseState, renderState } from '../Positions.js'

/** Reads the positions of earlier exports to the same place; none where there is no file yet. Throws a Refusal where the file is no such state, or one of another export. */
export const readState = (path: string, to: string): ExportState => {
  const text = read(path)
  if (text === null) return { to, files: new Map() }
  const state = parseState(text)
  if (E.isLeft(state))
    throw new Refusal(
      `${path} is not the state of an export (${state.left}); name another file with --state FILE, or remove this one to export everything again`,
    )
  if (state.right.to !== to)
    throw new Refusal(
      `${path} is the state of an export to ${state.right.to}, and this one goes to ${to}; name another file with --state FILE`,
    )
  return state.right
}

const read = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new Refusal(`the state ${path} cannot be read (${sayError(error)}); name another file with --state FILE`)
  }
}

/** Writes the positions, whole or not at all. Throws a Refusal where that fails. */
export const writeState = (path: string, state: ExportState): void => {
  const half = `${path}.${process.pid}.tmp`
  try {
    writeFileSync(half, renderState(state), { mode: 0o600 })
    renameSync(half, path)
  } catch (error) {
    throw new Refusal(
      `the state ${path} cannot be written (${sayError(error)}), so the next export would send everything again; name another file with --state FILE`,
    )
  }
}
