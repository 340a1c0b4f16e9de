import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { LedgerRule, MissingWhy, Part } from '@active-mode/core'
import { decodeText } from './decodeText.js'
import { extractLedgerRule } from './extractLedgerRule.js'
import type { FileContent } from './FileContent.js'

/**
 * Reads the ledger rule out of the card under the name that the manifest gives it. A card that is no text is the missing
 * part `card.md`; a card without a usable region is the missing part `ledger-discovery-rule`.
 */
export const readLedgerRule = (file: string | null, contentOf: (file: string) => FileContent): Part<LedgerRule> => {
  const content = file === null ? null : contentOf(file)
  return file === null || content === null
    ? missing('card.md', 'absent', 'mode.toml: `card` is missing')
    : content._tag === 'failed'
      ? missing('card.md', content.why, `${file}: ${content.detail}`)
      : pipe(
          decodeText(content.bytes),
          E.match(
            ({ why, detail }) => missing('card.md', why, `${file}: ${detail}`),
            (text) =>
              pipe(
                extractLedgerRule(text),
                E.match(
                  ({ why, detail }) => missing('ledger-discovery-rule', why, `${file}: ${detail}`),
                  (value): Part<LedgerRule> => ({ _tag: 'present', value }),
                ),
              ),
          ),
        )
}

const missing = (part: string, why: MissingWhy, detail: string): Part<LedgerRule> => ({
  _tag: 'missing',
  part,
  why,
  detail,
})
