import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { LedgerRule, MissingWhy, Part } from '@active-mode/core'
import { decodeText, type FileContent } from './FileContent.js'

/**
 * The ledger rule in the card that the manifest names. A card that is no text is the missing part `card.md`; a card without
 * a usable region is the missing part `ledger-discovery-rule`.
 */
export const decodeCardFile = (file: string | null, contentOf: (file: string) => FileContent): Part<LedgerRule> =>
  file === null ? missing('card.md', 'absent', 'mode.toml: `card` is missing') : decodeCard(file, contentOf(file))

const decodeCard = (file: string, content: FileContent): Part<LedgerRule> =>
  content._tag === 'failed'
    ? missing('card.md', content.why, `${file}: ${content.detail}`)
    : pipe(
        decodeText(content.bytes),
        E.match(
          ({ why, detail }) => missing('card.md', why, `${file}: ${detail}`),
          (text) =>
            pipe(
              parseLedgerRule(text),
              E.match(
                ({ why, detail }) => missing('ledger-discovery-rule', why, `${file}: ${detail}`),
                (value): Part<LedgerRule> => ({ _tag: 'present', value }),
              ),
            ),
        ),
      )

const missing = (part: string, why: MissingWhy, detail: string): Part<LedgerRule> => ({
  _tag: 'missing',
  part,
  why,
  detail,
})
/** Why a card holds no ledger rule. */
export interface LedgerRuleFailure {
  readonly why: 'absent' | 'invalid' | 'empty'
  readonly detail: string
}

const beginLine =
  /^\s*<!--\s*[A-Z][A-Z0-9_-]*-GENERATED:\s*region=ledger-discovery-rule\s+generator=([^\s>]+)\s+begin\s*-->\s*$/
const endLine = /^\s*<!--\s*[A-Z][A-Z0-9_-]*-GENERATED:\s*region=ledger-discovery-rule\s+end\s*-->\s*$/
const fenceLine = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/

/**
 * The rule inside the fence of a card's one generated region, word for word (registry format, `card.md`). Line ends
 * become `\n`. A region that is opened twice, or whose fence or end is missing, may be half of one and is not used.
 */
export const parseLedgerRule = (card: string): E.Either<LedgerRuleFailure, LedgerRule> => {
  const lines = card.split(/\r\n|\r|\n/)
  const [begin, ...others] = matchesIn(lines, beginLine)
  return begin === undefined
    ? E.left({ why: 'absent', detail: 'the card has no ledger-discovery-rule region' })
    : others.length > 0
      ? E.left({ why: 'invalid', detail: 'the card has more than one ledger-discovery-rule region' })
      : ruleOf(begin.found, lines.slice(begin.place + 1))
}

const ruleOf = (generator: string, rest: ReadonlyArray<string>): E.Either<LedgerRuleFailure, LedgerRule> => {
  const end = rest.findIndex((line) => endLine.test(line))
  const region = rest.slice(0, end)
  const [fence] = matchesIn(region, fenceLine)
  const inside = fence === undefined ? [] : region.slice(fence.place + 1)
  const close = inside.findIndex((line) => fence !== undefined && closes(fence.found, line))
  const text = inside.slice(0, close).join('\n')
  return end === -1
    ? E.left({ why: 'invalid', detail: 'the ledger-discovery-rule region has no end' })
    : region.every((line) => line.trim() === '')
      ? E.left({ why: 'empty', detail: 'the ledger-discovery-rule region is empty' })
      : close === -1
        ? E.left({ why: 'invalid', detail: 'the ledger-discovery-rule region has no complete fenced block' })
        : text.trim() === ''
          ? E.left({ why: 'empty', detail: 'the ledger-discovery-rule region is empty' })
          : E.right({ text, generator })
}

/** The lines that match, each with what the pattern's first group found in it. */
const matchesIn = (lines: ReadonlyArray<string>, pattern: RegExp) =>
  lines.flatMap((line, place) => {
    const found = pattern.exec(line)?.[1]
    return found === undefined ? [] : [{ found, place }]
  })

/** A fence is closed by a line of its own character, at least as long, and nothing else (CommonMark). */
const closes = (fence: string, line: string): boolean => {
  const mark = line.trim()
  return mark.length >= fence.length && [...mark].every((character) => character === fence[0])
}
