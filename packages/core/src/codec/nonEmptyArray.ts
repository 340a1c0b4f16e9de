import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as RA from 'fp-ts/lib/ReadonlyArray.js'
import type { ReadonlyNonEmptyArray } from 'fp-ts/lib/ReadonlyNonEmptyArray.js'
import * as t from 'io-ts'

/** An array of at least one element. */
export const nonEmptyArray = <A>(element: t.Type<A, unknown>): t.Type<ReadonlyNonEmptyArray<A>, unknown> => {
  const array = t.readonlyArray(element, `an array of at least one ${element.name}`)
  return new t.Type(
    array.name,
    (u): u is ReadonlyNonEmptyArray<A> => array.is(u) && RA.isNonEmpty(u),
    (u, context) =>
      pipe(
        array.validate(u, context),
        E.chain((elements) => (RA.isNonEmpty(elements) ? t.success(elements) : t.failure(u, context))),
      ),
    array.encode,
  )
}
