import pc from 'picocolors'
import type { Io } from '../Io.js'

/** The colours of a terminal. The words say the same, so nothing is lost without them. */
export interface Paint {
  readonly good: (text: string) => string
  readonly bad: (text: string) => string
  readonly dim: (text: string) => string
}

/** The colours for one of the two streams: none where it is no terminal, or where `NO_COLOR` is set. */
export const paintFor = ({ isTerminal, env }: Pick<Io, 'isTerminal' | 'env'>, stream: 'stdout' | 'stderr'): Paint => {
  const { green, red, dim } = pc.createColors(isTerminal[stream] && (env['NO_COLOR'] ?? '') === '')
  return { good: green, bad: red, dim }
}
