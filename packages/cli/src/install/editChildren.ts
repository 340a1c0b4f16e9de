import { createScanner, type Node } from 'jsonc-parser'

/**
 * Adds a last child to a list or an object, in the layout of those that are there: on a line of its own where the last one has one, and
 * behind it otherwise. Every other character stays, comments above all.
 */
export const insertChild = (text: string, parent: Node, child: string, { eol, indent }: Layout): string => {
  const close = endOf(parent) - 1
  const last = parent.children?.at(-1)
  if (last === undefined) {
    const inner = text.slice(parent.offset + 1, close)
    const isList = parent.type === 'array'
    // A comment may stand alone between the brackets.
    if (inner.trim() === '' && isList) return put(text, parent.offset + 1, close, child)
    const outer = indentOf(text, parent.offset)
    return put(text, parent.offset + 1 + inner.trimEnd().length, close, `${eol}${outer}${indent}${child}${eol}${outer}`)
  }
  const comma = commaAfter(text, last)
  if (!isFirstOfLine(text, last)) return put(text, endOf(last), endOf(last), `, ${child}`)
  const end = close - trailingSpace(text.slice(0, close))
  const line = `${eol}${indentOf(text, last.offset)}${child}`
  return comma === null
    ? put(put(text, end, end, line), endOf(last), endOf(last), ',')
    : put(text, end, end, `${line},`)
}

/** Takes a child out of a list or an object, with its comma and, where it has one, its line. Comments of others stay. */
export const removeChild = (text: string, parent: Node, place: number): string => {
  const children = parent.children ?? []
  const child = children[place]
  if (child === undefined) return text
  const before = children[place - 1]
  const own = commaAfter(text, child)
  // Without a comma behind it, the one before it goes.
  const comma = own ?? (before === undefined ? null : commaAfter(text, before))
  const without = comma !== null && comma > child.offset ? put(text, comma, comma + 1, '') : text
  const [from, to] = spanOf(without, child, before !== undefined)
  const left = put(without, from, to, '')
  return comma !== null && comma < child.offset && comma < from ? put(left, comma, comma + 1, '') : left
}

/** How a file is laid out. */
export interface Layout {
  readonly eol: string
  /** One step of indentation. */
  readonly indent: string
}

/** The layout of a config: that of its first line that is indented, or two spaces. */
export const layoutOf = (text: string): Layout => ({
  eol: /\r?\n/.exec(text)?.[0] ?? '\n',
  indent: /^[ \t]+(?=["}])/m.exec(text)?.[0] ?? '  ',
})

export const endOf = ({ offset, length }: Node): number => offset + length

export const put = (text: string, from: number, to: number, what: string): string =>
  `${text.slice(0, from)}${what}${text.slice(to)}`

/** What goes with a child: its line, if it has one to itself, else the spaces on one side of it. */
const spanOf = (text: string, child: Node, isBehindOthers: boolean): readonly [from: number, to: number] => {
  const [from, to] = [child.offset, endOf(child)]
  const lead = /[ \t]*$/.exec(text.slice(0, from))?.[0].length ?? 0
  const tail = /^[ \t]*/.exec(text.slice(to))?.[0].length ?? 0
  const lineBreak = /\r?\n$/.exec(text.slice(0, from - lead))?.[0].length ?? 0
  const isAlone = lineBreak > 0 && /^(?:\r?\n|$)/.test(text.slice(to + tail))
  if (isAlone) return [from - lead - lineBreak, to + tail]
  const isSpaced = isBehindOthers && text[from - lead - 1] === ','
  return isSpaced ? [from - lead, to] : [from, to + tail]
}

/** Where the comma behind a node stands, over comments; `null` where there is none. */
const commaAfter = (text: string, node: Node): number | null => {
  const scanner = createScanner(text, true)
  scanner.setPosition(endOf(node))
  scanner.scan()
  return text[scanner.getTokenOffset()] === ',' ? scanner.getTokenOffset() : null
}

const isFirstOfLine = (text: string, { offset }: Node): boolean => /(?:^|\n)[ \t]*$/.test(text.slice(0, offset))

/** The white space with which the line of a place begins. */
const indentOf = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1))?.[0] ?? ''

const trailingSpace = (text: string): number => text.length - text.trimEnd().length
