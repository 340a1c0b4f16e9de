import { readFileSync } from 'node:fs'
import * as E from 'fp-ts/lib/Either.js'
import { Refusal } from '../../Io.js'
import { decodeExport } from '../decodeExport.js'
import type { SessionStore } from './SessionStore.js'

/** Opens a file that `opencode export` (1.x) or `opencode session export` (2.x) wrote. Throws a Refusal where it is none. */
export const openExport = (file: string): SessionStore => {
  const sessions = decodeExport(parse(file))
  if (E.isLeft(sessions))
    throw new Refusal(
      `${file} is not an export of the harness (${sessions.left}); write one with: opencode export SESSION > FILE (2.x: opencode session export SESSION)`,
    )
  const byId = new Map(sessions.right.map((session) => [session.id, session]))
  const times = sessions.right.flatMap(({ createdAt, turns }) => [createdAt, ...turns.map((turn) => turn.createdAt)])
  return {
    ids: [...byId.keys()],
    until: times.length === 0 ? null : times.reduce((a, b) => Math.max(a, b)),
    read: (id) => byId.get(id) ?? null,
    close: () => undefined,
  }
}

const parse = (file: string): unknown => {
  const text = readText(file)
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal(`${file} is not JSON; write it with: opencode export SESSION > FILE`)
  }
}

const readText = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new Refusal(`${file} cannot be read; check the path and its permissions`)
  }
}
