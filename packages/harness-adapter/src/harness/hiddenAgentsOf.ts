import * as E from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { fieldsOf } from './answer.js'

/** An agent that the harness keeps for itself (title, compaction, summary), with its prompt. */
export interface HiddenAgent {
  readonly name: string
  readonly prompt: string
}

/** The hidden agents that the harness lists; one without a prompt has an empty one. */
export const hiddenAgentsOf = (data: unknown): Either<'no-list', ReadonlyArray<HiddenAgent>> =>
  Array.isArray(data)
    ? E.right(
        data.map(fieldsOf).flatMap(({ name, hidden, prompt }) =>
          hidden === true && typeof name === 'string' ? [{ name, prompt: typeof prompt === 'string' ? prompt : '' }] : [],
        ),
      )
    : E.left('no-list')
