import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { parseLedgerRule } from '../card.js'
import { type FormatProblem, problem } from './FormatProblem.js'

/** What the region of the ledger rule has to look like, line by line (registry format, `card.md`). The first word may be any in capitals. */
const ledgerRegion = [
  '<!-- STAGER-GENERATED: region=ledger-discovery-rule generator=v1 begin -->',
  '```text',
  'The ledger of this campaign is sessions/session-<YYYYMMDD>-<slug>.md in the personal vault.',
  'Read it again from disk before you act.',
  '```',
  '<!-- STAGER-GENERATED: region=ledger-discovery-rule end -->',
]

/** What is missing or wrong in a card: it has to hold one region with the ledger rule. */
export const cardProblems = (text: string): ReadonlyArray<FormatProblem> =>
  pipe(
    parseLedgerRule(text),
    E.match(
      ({ why, detail }) => [
        problem(
          detail,
          detail.includes('more than one')
            ? 'keep one of the regions'
            : `${why === 'absent' ? 'add these lines, with your own rule between the fences' : 'make the region look like this, with your own rule between the fences'}:\n${ledgerRegion.join('\n')}`,
        ),
      ],
      () => [],
    ),
  )
