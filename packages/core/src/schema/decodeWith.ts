import type { Either } from 'fp-ts/lib/Either.js'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as RA from 'fp-ts/lib/ReadonlyArray.js'
import type { ReadonlyNonEmptyArray } from 'fp-ts/lib/ReadonlyNonEmptyArray.js'
import * as t from 'io-ts'
import type { DecodeError } from '../DecodeError.js'

/** Decodes an unknown value with an io-ts codec: the value, or every place where it is something else. Never throws on data. */
export const decodeWith =
  <A>(codec: t.Type<A, unknown>) =>
  (u: unknown): Either<ReadonlyNonEmptyArray<DecodeError>, A> =>
    pipe(
      codec.decode(u),
      E.mapLeft((errors) => {
        const places = errors.map(toDecodeError)
        return RA.isNonEmpty(places) ? places : [{ path: '', expected: codec.name }]
      }),
    )

const toDecodeError = ({ context }: t.ValidationError): DecodeError => {
  const last = context[context.length - 1]
  const path = context.flatMap(toStep).reduce(join, '')
  const isTag = isUnion(last?.type) && isObject(last?.actual)
  return { path: isTag ? join(path, '_tag') : path, expected: last?.type.name ?? '' }
}

/** A union puts the number of its member into the context, which is no place in the data. The root has no name, and adds nothing. */
const toStep = (entry: t.ContextEntry, index: number, context: t.Context): ReadonlyArray<string> =>
  isUnion(context[index - 1]?.type) ? [] : [entry.key]

const isUnion = (type: t.Decoder<unknown, unknown> | undefined): boolean => type instanceof t.UnionType

const isObject = (u: unknown): boolean => typeof u === 'object' && u !== null && !Array.isArray(u)

const join = (path: string, key: string): string =>
  /^\d+$/.test(key) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`
