import type { Posture, RegistryBundle } from '@active-mode/core'
import { closingMarker } from '../show/closingMarker.js'
import { line, type Markdown, showMarkdown } from './Markdown.js'
import { renderDirector } from './renderDirector.js'
import { renderUnresolvable } from './renderUnresolvable.js'

/** The Active mode block of a posture, from its heading to its closing marker; `null` for a copilot, who is told nothing. */
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

/** The marker follows the last line directly. */
const close = (body: Markdown): string => `${showMarkdown([[heading], ...body])}\n${closingMarker}`

const heading = line`## Active mode`
