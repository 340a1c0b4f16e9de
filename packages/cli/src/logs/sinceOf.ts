import * as E from 'fp-ts/lib/Either.js'
import { Refusal } from '../Io.js'
import { parseSince } from './parseSince.js'

/** What `--since` says, in milliseconds since the epoch. Throws a Refusal where it is not a time. */
export const sinceOf = (text: string, now: number): number => {
  const since = parseSince(text, now)
  if (E.isLeft(since)) throw new Refusal(`--since ${JSON.stringify(text)} is not a time; ${since.left}`)
  return since.right
}
