import type { RegistryBundle } from '@active-mode/core'
import { showSentence } from '../show/showProse.js'
import { type Line, line } from './Markdown.js'

/** The path of a ledger by the convention of the ledger rule. */
export const conventionalPath = 'sessions/session-<YYYYMMDD>-<slug>.md'

/**
 * Where a director's ledger lies: what the registry says of it, else the convention (design 5). A registry that is not there
 * or cannot be read says nothing.
 */
export const ledgerPath = (bundle: RegistryBundle): Line =>
  bundle._tag === 'staged' && bundle.ledger !== null ? line`Ledger path: ${showSentence(bundle.ledger)}` : convention

const convention: Line = line`Ledger path: ${showSentence(conventionalPath)} in the personal vault`
