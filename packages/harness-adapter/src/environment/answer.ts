import type { Either } from 'fp-ts/lib/Either.js'
import * as E from 'fp-ts/lib/Either.js'
import type { CallFailed } from '@active-mode/core'

/**
 * What the harness's client answers. It does not throw for an error status: success is a `data` key that holds
 * something, and the absence of `error` proves nothing (with a wrong password it is an empty object).
 */
export const answerData = (answer: unknown): Either<CallFailed, unknown> => {
  const { data, error, response } = fieldsOf(answer)
  return data !== undefined && data !== null
    ? E.right(data)
    : E.left({ _tag: 'call-failed', status: statusOf(response), code: codeOf(error) })
}

/** A call that threw, by the name of its error. The message may hold a path or a secret, so it stays out. */
export const thrown = (error: unknown): CallFailed => ({ _tag: 'call-failed', status: null, code: codeOf(error) })

const statusOf = (response: unknown): number | null => {
  const { status } = fieldsOf(response)
  return typeof status === 'number' && Number.isSafeInteger(status) ? status : null
}

const codeOf = (error: unknown): string => {
  const { name, code } = fieldsOf(error)
  return [code, name].find(isWord) ?? 'no-data'
}

const isWord = (u: unknown): u is string => typeof u === 'string' && /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/.test(u)

/** The fields of an object, or none. */
export const fieldsOf = (u: unknown): Readonly<Record<string, unknown>> =>
  typeof u === 'object' && u !== null ? (u as Readonly<Record<string, unknown>>) : {}
