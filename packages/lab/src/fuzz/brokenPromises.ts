import { closingMarker } from '../../../harness-adapter/src/show/text.js'

/** Lines as any reader may count them. */
const linesOf = (block: string): ReadonlyArray<string> => block.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)

/** Controls, marks of direction, and what has no width. */
const unseen =
  /[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u

/** How the lines of a block begin that carry text from elsewhere. All others are our own, word for word. */
const carrying =
  /^(?:posture: director — mode `[!-_a-~]+(?:… \(\d+ more characters?\))?` \(agent `[!-_a-~]+(?:… \(\d+ more characters?\))?`\)$|degraded: |\d+\. (?![#>])|… \d+ more |Closing artifact: |Handoffs: |Ledger rule \(generator |>(?: |$)|stamp: agent=|reason: )/

/** The promises that hold for every block, whatever a bundle holds (design 5), that this one breaks. `own` are the lines that stand in blocks as they are. */
export const brokenPromises = (block: string, stamps: 0 | 1, own: ReadonlySet<string>): ReadonlyArray<string> => {
  const lines = linesOf(block)
  const startingWith = (start: string): number => lines.filter((line) => line.startsWith(start)).length
  const quote = lines.findIndex((line) => line.startsWith('>'))
  const promises: ReadonlyArray<readonly [string, boolean]> = [
    ['one heading line', startingWith('## Active mode') === 1],
    ['one posture line', startingWith('posture:') === 1],
    ['as many stamp lines as it has', startingWith('stamp:') === stamps],
    ['the heading and the posture first', block.startsWith('## Active mode\n\nposture: ')],
    ['the closing marker last', block.endsWith(`\n${closingMarker}`)],
    ['one closing marker', block.split(closingMarker).length === 2],
    ['16 KiB at most', Buffer.byteLength(block) <= 16 * 1024],
    ['valid UTF-8', Buffer.from(block).toString() === block],
    ['nothing that is not seen', !unseen.test(block)],
    ['no line of another author', lines.every((line) => own.has(line) || carrying.test(line))],
    [
      'the rule in one quote, right below its title',
      quote === -1 || (lines[quote - 1] ?? '').startsWith('Ledger rule (generator '),
    ],
    [
      'one quote',
      lines.filter((line, place) => line.startsWith('>') && !(lines[place - 1] ?? '').startsWith('>')).length <= 1,
    ],
  ]
  return promises.flatMap(([promise, isKept]) => (isKept ? [] : [promise]))
}
