import { blocksOnWire, headingsOnWire, systemText } from './blocksOnWire.js'
import type { WireRequest } from './WireRequest.js'

type SystemText = Pick<WireRequest, 'system'>

/** The Active mode block that the model received, `null` if none. More than one heading or marker is told as such. */
export const blockReceived = (request: SystemText): string | null => blocksOnWire(request)[0] ?? null

/** What the model received, in a word: `nothing`, or the posture that the one block names. */
export const received = (request: SystemText): string => {
  const text = systemText(request)
  const headings = headingsOnWire(request)
  const block = blockReceived(request)
  if (headings !== (block === null ? 0 : 1)) return `${headings} headings, ${block === null ? 'no' : 'a'} block`
  if (block === null) return text.includes('active-mode -->') ? 'a marker without a block' : 'nothing'
  const mode = /^posture: director — mode `([^`]*)`/m.exec(block)?.[1]
  const missing = /^degraded: (.*)$/m.exec(block)?.[1]
  if (mode === undefined) return /^posture: (\S+)/m.exec(block)?.[1] ?? 'a block without a posture'
  return missing === undefined ? `director of ${mode}` : `director of ${mode}, degraded: ${missing}`
}
