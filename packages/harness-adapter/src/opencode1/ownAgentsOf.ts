import type { Either } from 'fp-ts/lib/Either.js'
import * as E from 'fp-ts/lib/Either.js'
import { fieldsOf } from '../environment/answer.js'

/** An agent that the harness keeps for itself (title, compaction, summary), with its prompt. */
export interface OwnAgent {
  readonly name: string
  readonly prompt: string
}

/**
 * The agents that the harness hides and marks as its own (`native`, on every recorded version); one without a prompt has an empty
 * one. *Hidden* alone is a person's display setting and tells nothing.
 */
export const ownAgentsOf = (data: unknown): Either<'no-list', ReadonlyArray<OwnAgent>> =>
  Array.isArray(data)
    ? E.right(
        data
          .map(fieldsOf)
          .flatMap(({ name, hidden, native, prompt }) =>
            hidden === true && native === true && typeof name === 'string'
              ? [{ name, prompt: typeof prompt === 'string' ? prompt : '' }]
              : [],
          ),
      )
    : E.left('no-list')
