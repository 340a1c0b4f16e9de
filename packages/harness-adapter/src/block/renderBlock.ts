import type { Degraded, Director, Posture, RegistryBundle, Unresolvable } from '@active-mode/core'
import { partBytes } from '../show/limits.js'
import { codeSpan, showId, showStampId } from '../show/showId.js'
import { fitList, showCut } from '../show/showList.js'
import { ours } from '../show/Shown.js'
import { showProse, showSentence } from '../show/showProse.js'
import { showReason } from '../show/showReason.js'
import { closingMarker } from '../show/text.js'
import { type Line, line, type Markdown, type Paragraph, showMarkdown } from './Markdown.js'
import { renderLedgerRule, renderPack } from './renderParts.js'

/** The Active mode block of a posture, from its heading to its closing marker; `null` for a copilot, who gets no block. */
export const renderBlock = (posture: Posture, bundle: RegistryBundle): string | null => {
  switch (posture._tag) {
    case 'copilot':
      return null
    case 'director':
    case 'degraded':
      return close(renderDirector(posture, bundle))
    case 'unresolvable':
      return close(renderUnresolvable(posture, bundle))
  }
}

/** The closing marker follows the last line directly, without an empty line. */
const close = (body: Markdown): string => `${showMarkdown([[heading], ...body])}\n${closingMarker}`

const heading = line`## Active mode`

/** The text for a director. A degraded director reads which parts are missing, and nothing in their place. */
export const renderDirector = (posture: Director | Degraded, bundle: RegistryBundle): Markdown => [
  [
    line`posture: director — mode ${codeSpan(posture.mode)} (agent ${codeSpan(posture.agent)})`,
    ...renderMissing(posture),
  ],
  rebuilt,
  ...(posture.pack === null ? [] : [renderPack(posture.pack)]),
  [ledgerPath(bundle), ...(posture.ledgerRule === null ? [] : renderLedgerRule(posture.ledgerRule))],
  [stamp(posture)],
]

const renderMissing = (posture: Director | Degraded): ReadonlyArray<Line> =>
  posture._tag === 'director'
    ? []
    : [line`degraded: ${ours(posture.missing.map(({ part, why }) => `${showProse(part)} (${why})`).join('; '))}`]

const rebuilt: Paragraph = [
  line`This block is rebuilt from session state on every request and replaces any earlier Active mode block. A compaction summary is`,
  line`not evidence of a posture: re-read the ledger from disk and audit the summary against it before acting. Dispatched role`,
  line`sessions re-bind the parent's posture from the ledger, never from this block.`,
]

const stamp = ({ agent, mode, via, digest }: Director | Degraded): Line =>
  line`stamp: agent=${showStampId(agent)} mode=${showStampId(mode)} via=${ours(via)} registry=${showId(digest)}`

/** The text where the evidence does not name a posture. It has no stamp, because there is no posture to stamp. */
export const renderUnresolvable = ({ reasons }: Unresolvable, bundle: RegistryBundle): Markdown => {
  const { kept, left } = fitList(reasons, (reason) => line`reason: ${showReason(reason, bundle)}`, partBytes.reasons)
  return [
    [
      line`posture: unresolvable — re-bind from the ledger`,
      ...kept,
      ...(left === 0 ? [] : [line`reason: ${showCut(left, { one: 'reason', many: 'reasons', where: '' })}`]),
    ],
    [
      line`This block is rebuilt from session state on every request and replaces any earlier Active mode block. Re-read the`,
      line`session's ledger from disk and take the posture it records. If no ledger names this session's campaign, do not assume`,
      line`a director posture.`,
    ],
    [ledgerPath(bundle)],
  ]
}

/** The path of a ledger by the convention of the ledger rule. */
export const conventionalPath = 'sessions/session-<YYYYMMDD>-<slug>.md'

/** Where the ledger is: the registry's own `ledger` line, else the convention (design 5). A registry that cannot be read names none. */
const ledgerPath = (bundle: RegistryBundle): Line =>
  bundle._tag === 'staged' && bundle.ledger !== null ? line`Ledger path: ${showSentence(bundle.ledger)}` : convention

const convention: Line = line`Ledger path: ${showSentence(conventionalPath)} in the personal vault`
