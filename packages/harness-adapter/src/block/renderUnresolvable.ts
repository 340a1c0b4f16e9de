import type { RegistryBundle, Unresolvable } from '@active-mode/core'
import { fitList } from '../show/fitList.js'
import { partBytes } from '../show/limits.js'
import { showCut } from '../show/showList.js'
import { showReason } from '../show/showReason.js'
import { ledgerPath } from './ledgerPath.js'
import { line, type Markdown } from './Markdown.js'

/** What an agent is told whose posture the evidence does not name. It carries no stamp: there is nothing to vouch for. */
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
