import type { Told } from '../demo/Recording.js'

/** How a line of the picture looks. */
export type Look = 'label' | 'text' | 'quiet' | 'block' | 'lost' | 'verdict'

export interface Line {
  readonly look: Look
  readonly text: string
}

/** Characters that fit into a line of a cell. */
const width = 53

/** One request as lines of the picture: the system prompt with the gist of the block, and the history, where the message `lost` stands out. */
export const cellOf = ({ system, history }: Told, lost: string): ReadonlyArray<Line> => {
  const heading = system.indexOf('## Active mode')
  const [own, block] = heading === -1 ? [system, []] : [system.slice(0, heading), system.slice(heading)]
  return [
    { look: 'label', text: 'system prompt' },
    ...own.map((text) => ({ look: text === '…' ? ('quiet' as const) : ('text' as const), text })),
    ...gistOf(block).map((text) => ({ look: 'block' as const, text: cut(text) })),
    { look: 'label', text: 'history' },
    ...shorten(history).flatMap(({ role, text }) =>
      wrap(role === '' ? text : `${role}: ${text}`).map((line) => ({
        look: role === '' ? ('quiet' as const) : text === lost ? ('lost' as const) : ('text' as const),
        text: line,
      })),
    ),
  ]
}

/** The lines of a block that say who the model is, how it works and where its ledger lies; `…` for what stands between them. */
const gistOf = (block: ReadonlyArray<string>): ReadonlyArray<string> =>
  block
    .filter((line) => line !== '')
    .map((line) => (/^(?:## |posture: |Phases and gates:|1\. |Ledger path: )/.test(line) ? line : '…'))
    .filter((line, place, all) => line !== '…' || all[place - 1] !== '…')

/** A long history by its ends. */
const shorten = (history: Told['history']): Told['history'] =>
  history.length <= 3 ? history : [...history.slice(0, 1), { role: '', text: '…' }, ...history.slice(-1)]

const cut = (line: string): string => (line.length <= width ? line : `${line.slice(0, width - 2).trimEnd()} …`)

const wrap = (text: string): ReadonlyArray<string> =>
  text.split(' ').reduce<ReadonlyArray<string>>((lines, word) => {
    const last = lines.at(-1)
    if (last === undefined) return [word]
    return last.length + word.length < width ? [...lines.slice(0, -1), `${last} ${word}`] : [...lines, `  ${word}`]
  }, [])
