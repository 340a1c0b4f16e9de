import type { Degraded, Director, RegistryBundle } from '@active-mode/core'
import { codeSpan, showId } from '../show/showId.js'
import { ours } from '../show/Shown.js'
import { showProse } from '../show/showProse.js'
import { showStampId } from '../show/showStampId.js'
import { ledgerPath } from './ledgerPath.js'
import { type Line, line, type Markdown, type Paragraph } from './Markdown.js'
import { renderLedgerRule } from './renderLedgerRule.js'
import { renderPack } from './renderPack.js'

/** What a director is told. A degraded one is told which parts are missing, and nothing in their place. */
export const renderDirector = (posture: Director | Degraded, bundle: RegistryBundle): Markdown => [
  [
    line`posture: director — mode ${codeSpan(posture.mode)} (agent ${codeSpan(posture.agent)})`,
    ...renderMissing(posture),
  ],
  standing,
  ...(posture.pack === null ? [] : [renderPack(posture.pack)]),
  [ledgerPath(bundle), ...(posture.ledgerRule === null ? [] : renderLedgerRule(posture.ledgerRule))],
  [stamp(posture)],
]

const renderMissing = (posture: Director | Degraded): ReadonlyArray<Line> =>
  posture._tag === 'director'
    ? []
    : [line`degraded: ${ours(posture.missing.map(({ part, why }) => `${showProse(part)} (${why})`).join('; '))}`]

const standing: Paragraph = [
  line`This block is rebuilt from session state on every request and replaces any earlier Active mode block. A compaction summary is`,
  line`not evidence of a posture: re-read the ledger from disk and audit the summary against it before acting. Dispatched role`,
  line`sessions re-bind the parent's posture from the ledger, never from this block.`,
]

const stamp = ({ agent, mode, via, digest }: Director | Degraded): Line =>
  line`stamp: agent=${showStampId(agent)} mode=${showStampId(mode)} via=${ours(via)} registry=${showId(digest)}`
