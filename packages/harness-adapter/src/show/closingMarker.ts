/** The last line of every block. */
export const closingMarker = '<!-- /active-mode -->'

/** Removes the marker from a text, also one that only forms when another is taken out. */
export const stripClosingMarker = (text: string): string =>
  text.includes(closingMarker) ? stripClosingMarker(text.replaceAll(closingMarker, '')) : text
