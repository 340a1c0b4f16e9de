import { type Shown, shown } from '../show/Shown.js'

/** One line of the block, built of our own words and of values that went through a `show*` function. */
export type Line = string & { readonly Line: unique symbol }

/** Lines that stand together. */
export type Paragraph = ReadonlyArray<Line>

/** A document: paragraphs with an empty line between them. Documents join with array concatenation. */
export type Markdown = ReadonlyArray<Paragraph>

/** A line of our own words with shown values in it. */
export const line = (words: TemplateStringsArray, ...values: ReadonlyArray<Shown>): Line =>
  shown(words, ...values) as string as Line

/** The text of a document. It ends without a newline. */
export const showMarkdown = (document: Markdown): string =>
  document.map((paragraph) => paragraph.join('\n')).join('\n\n')
