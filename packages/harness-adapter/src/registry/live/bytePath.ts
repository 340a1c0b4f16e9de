import type { Path } from './FileState.js'

/**
 * Names of files are bytes, not text. Inside this folder a *byte name* is a string with one character a byte (latin1):
 * it sorts as `LC_ALL=C` does, loses nothing and is a key of a map.
 */
export type ByteName = string

/** A byte name as text, for people. Bytes that are no UTF-8 show as replacement characters. */
export const shownName = (name: ByteName): string =>
  isAscii(name) ? name : Buffer.from(name, 'latin1').toString('utf8')

/** The path of a byte name below a root: text where the text leads back to the same bytes, else the bytes themselves. */
export const pathBelow = (root: string, name: ByteName): Path => {
  if (isAscii(name)) return `${root}/${name}`
  const bytes = Buffer.from(name, 'latin1')
  const text = bytes.toString('utf8')
  return Buffer.from(text, 'utf8').equals(bytes) ? `${root}/${text}` : Buffer.concat([Buffer.from(`${root}/`), bytes])
}

const isAscii = (name: ByteName): boolean => /^[\x00-\x7f]*$/.test(name)
