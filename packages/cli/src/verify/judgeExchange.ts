import type { Exchange, Misplacement, Received, Verdict } from './Exchange.js'

type Sent = Extract<Received, { readonly _tag: 'sent' }>

/** A block begins with its heading and its posture: a heading alone may be one of a person's own text. */
const begins = /^## Active mode\n\nposture: /gm

const blocks = /^## Active mode\n\nposture: [^]*?^<!-- \/active-mode -->$/gm

/** What is to be said of one exchange: of several faults the one that explains most. */
export const judgeExchange = ({ promised, prompt, received }: Exchange): Verdict => {
  if (received._tag === 'not-sent') return received
  const text = received.system.join('\n')
  const [block] = text.match(blocks) ?? []
  const headings = text.match(begins)?.length ?? 0
  if (headings > 1) return { _tag: 'several', count: headings }
  if (block === undefined) {
    if (headings > 0 || hasMarker(received)) return { _tag: 'torn' }
    if (promised === null) return { _tag: 'as-promised' }
    return received.others.some((text) => text.includes('## Active mode'))
      ? { _tag: 'misplaced', where: 'outside of the system prompt' }
      : { _tag: 'missing' }
  }
  if (promised === null) return { _tag: 'unasked', agent: stampedAgent(block) }
  if (!isSame(block, promised)) return judgeOther(block, promised)
  const where = misplacementOf(received, block, prompt)
  return where === null ? { _tag: 'as-promised' } : { _tag: 'misplaced', where }
}

/** The same bytes, but for the word of the stamp that says how the agent was known: that depends on the version of the harness. */
const isSame = (block: string, promised: string): boolean => withoutVia(block) === withoutVia(promised)

const withoutVia = (block: string): string => block.replace(/^(stamp: .* via=)\S+/m, '$1')

const hasMarker = ({ system }: Sent): boolean => system.some((text) => text.includes('active-mode -->'))

const judgeOther = (block: string, promised: string): Verdict => {
  if (/^posture: unresolvable/m.test(block) && !/^posture: unresolvable/m.test(promised))
    return { _tag: 'unresolvable', reasons: reasonsIn(block) }
  const agent = stampedAgent(block)
  return agent !== null && agent !== stampedAgent(promised)
    ? { _tag: 'of-another-agent', agent }
    : { _tag: 'other-bytes', differs: firstDifference(block, promised) }
}

/** The block belongs into the last entry of the system text, behind the prompt of the agent. */
const misplacementOf = ({ system }: Sent, block: string, prompt: string | null): Misplacement | null => {
  if (system.at(-1)?.includes(block) !== true) return 'not in its last entry'
  const text = system.join('\n')
  return prompt !== null && prompt.trim() !== '' && text.indexOf(prompt.trim()) > text.indexOf(block)
    ? "before the agent's own prompt"
    : null
}

/** The agent that the stamp of a block names, as it is written there. */
const stampedAgent = (block: string): string | null => /^stamp: agent=(.*?) mode=/m.exec(block)?.[1] ?? null

/** What the block of a request says of why nobody can tell its agent. */
const reasonsIn = (block: string): string =>
  block
    .split('\n')
    .filter((line) => line.startsWith('reason: '))
    .map((line) => line.slice('reason: '.length))
    .join('; ')

const firstDifference = (block: string, promised: string): string => {
  const [is, be] = [withoutVia(block).split('\n'), withoutVia(promised).split('\n')]
  const at = is.findIndex((line, place) => line !== be[place])
  const place = at === -1 ? is.length : at
  return `line ${String(place + 1)} is ${quoted(is[place])} and was promised to be ${quoted(be[place])}`
}

const quoted = (line: string | undefined): string =>
  line === undefined ? 'missing' : JSON.stringify(line.length > 120 ? `${line.slice(0, 120)}…` : line)
