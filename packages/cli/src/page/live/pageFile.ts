import { writeFileSync } from 'node:fs'
import { Refusal } from '../../Io.js'
import { sayError } from '../../show/text.js'
import type { PageData } from '../PageData.js'

/** Writes a page. Throws a Refusal where the disk refuses. */
export const writePage = (path: string, html: string): void => {
  try {
    writeFileSync(path, html)
  } catch (error) {
    throw new Refusal(`${path} cannot be written (${sayError(error)}); give --html another path`)
  }
}

/** Where the built page takes its data. */
const dataSlot = '/*active-mode-data*/'

/** The page of an audit: the built template with its data in it, one file that needs nothing else. */
export const pageWith = (template: string, data: PageData): string => {
  const slot = template.indexOf(dataSlot)
  // No text of a log can end the script element that holds it.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return `${template.slice(0, slot)}${json}${template.slice(slot + dataSlot.length)}`
}
