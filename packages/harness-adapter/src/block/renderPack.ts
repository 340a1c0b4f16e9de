import type { Gate, Handoff, Pack, Phase } from '@active-mode/core'
import { fitList } from '../show/fitList.js'
import { partBytes } from '../show/limits.js'
import { type CutName, showCut, showList } from '../show/showList.js'
import { ours, type Shown, shown } from '../show/Shown.js'
import { showProse } from '../show/showProse.js'
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
