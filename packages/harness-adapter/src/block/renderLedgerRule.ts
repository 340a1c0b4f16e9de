import type { LedgerRule } from '@active-mode/core'
import { cleanText } from '../show/cleanText.js'
import { stripClosingMarker } from '../show/closingMarker.js'
import { cutText } from '../show/cutText.js'
import { fitList } from '../show/fitList.js'
import { partBytes } from '../show/limits.js'
import { showCut } from '../show/showList.js'
import { ours } from '../show/Shown.js'
import { showProse } from '../show/showProse.js'
import { utf8Length } from '../show/utf8Length.js'
import { type Line, line, type Paragraph } from './Markdown.js'

/** The ledger rule, quoted line by line. */
export const renderLedgerRule = (rule: LedgerRule): Paragraph => [
  line`Ledger rule (generator ${showProse(rule.generator)}, from card.md):`,
  ...quote(rule.text),
]

const quote = (text: string): ReadonlyArray<Line> => {
  const { kept, left } = fitList(text.split(lineBreak), quoteLine, partBytes.ledgerRule)
  return left === 0 ? kept : [...kept, line`> ${showCut(left, { one: 'line', many: 'lines', where: ' in card.md' })}`]
}

const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/

/** Of a line that is longer than the whole rule may be, only so much is looked at. */
const quoteLine = (text: string): Line => {
  const seen = text.slice(0, partBytes.ledgerRule)
  const cleaned = stripClosingMarker(cleanText(seen.replaceAll('\t', '    '))).trimEnd()
  const shown = cutText(cleaned, partBytes.ledgerRule, text.length - seen.length, utf8Length)
  return shown === '' ? line`>` : line`> ${ours(shown)}`
}
