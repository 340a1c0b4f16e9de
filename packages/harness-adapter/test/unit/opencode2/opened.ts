import type { DecidedRequest, OpenRequest } from '../../../src/opencode2/OpenRequests.js'
import type { Kind } from '../../../src/opencode2/requestNamed.js'
import { decision } from '../log/support/decision.js'

interface Given {
  readonly kind?: Kind
  readonly named?: string
  /** The block that it was told; `null` for a copilot. */
  readonly block?: string | null
}

/** A request of a copilot that is open, of the kind `generate` if nothing else is said. */
export function opened(given: Given & { readonly isDecided: false }): OpenRequest
export function opened(given: Given): DecidedRequest
export function opened({
  kind = 'generate',
  named = 'ship',
  block = 'block',
  isDecided = true,
}: Given & { readonly isDecided?: boolean }): OpenRequest {
  const made = { ...decision('ses_1'), block }
  return { kind, named, decision: isDecided ? made : null, isMixed: false, isSeen: false, write: () => undefined }
}

/** A body that holds a text. */
export const bodyOf = (text: string): string => JSON.stringify({ system: [{ type: 'text', text: `You.\n${text}` }] })
