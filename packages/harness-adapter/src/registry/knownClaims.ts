import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'

import type { BundleReading } from './assembleBundle.js'

/** The agent ids that a bundle is known to claim, usable or not; none where they cannot be known. */
export const knownClaims = ({ bundle }: BundleReading): ReadonlyArray<string> =>
  pipe(
    bundle,
    E.match(
      ({ claims }) => claims ?? [],
      ({ agent, aliases }) => [agent, ...aliases],
    ),
  )
