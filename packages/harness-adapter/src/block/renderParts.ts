import type { Gate, Handoff, LedgerRule, Pack, Phase } from '@active-mode/core'
import { partBytes } from '../show/limits.js'
import { type CutName, fitList, showCut, showList } from '../show/showList.js'
import { ours, type Shown, shown } from '../show/Shown.js'
import { showProse } from '../show/showProse.js'
import { cleanText, cutText, stripClosingMarker, utf8Length } from '../show/text.js'
import { type Line, line, type Paragraph } from './Markdown.js'

/** The phases and gates of a mode, its closing artifact and its handoffs. */
export const renderPack = (pack: Pack): Paragraph => [
  line`Phases and gates:`,
  ...renderPhases(pack.phases),
  ...(pack.closingArtifact === null ? [] : [line`Closing artifact: ${showProse(pack.closingArtifact)}`]),
  ...(pack.handoffs.length === 0 ? [] : [line`Handoffs: ${showHandoffs(pack.handoffs)}`]),
]

const renderPhases = (phases: ReadonlyArray<Phase>): ReadonlyArray<Line> => {
  const { kept, left } = fitList(phases, renderPhase, partBytes.phases)
  return left === 0 ? kept : [...kept, line`${showCut(left, inPack('phase', 'phases'))}`]
}

const renderPhase = (phase: Phase, index: number): Line =>
  line`${ours(index + 1)}. ${showProse(phase.name)}${showRoles(phase.roles)} — gates: ${showGates(phase.gates)}`

const showRoles = (roles: ReadonlyArray<string>): Shown =>
  roles.length === 0
    ? ours('')
    : shown` [${showList(roles, showProse, { separator: ', ', bytes: partBytes.roles, cut: inPack('role', 'roles') })}]`

const showGates = (gates: ReadonlyArray<Gate>): Shown =>
  showList(gates, showGate, { separator: '; ', bytes: partBytes.gates, cut: inPack('gate', 'gates') })

const showGate = ({ name, kind, owner }: Gate): Shown =>
  shown`${showProse(name)} (${showProse(kind)}, ${showProse(owner)})`

const showHandoffs = (handoffs: ReadonlyArray<Handoff>): Shown =>
  showList(handoffs, ({ kind, target }) => shown`${showProse(kind)} → ${showProse(target)}`, {
    separator: '; ',
    bytes: partBytes.handoffs,
    cut: inPack('handoff', 'handoffs'),
  })

const inPack = (one: string, many: string): CutName => ({ one, many, where: ' in pack.toml' })

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
