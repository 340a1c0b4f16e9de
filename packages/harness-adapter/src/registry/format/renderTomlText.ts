import { stringify } from 'smol-toml'

/** A text as a TOML string on one line, with its quotes: whatever is in the text, reading it gives the text again. */
export const renderTomlText = (text: string): string =>
  stringify({ text })
    .trim()
    .replace(/^text = /, '')
