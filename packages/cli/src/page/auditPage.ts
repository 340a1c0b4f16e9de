import type { PageData } from './PageData.js'

/** Where the built page takes its data. */
const dataSlot = '/*active-mode-data*/'

/** The page of an audit: the built template with its data in it, one file that needs nothing else. */
export const auditPage = (template: string, data: PageData): string => {
  const slot = template.indexOf(dataSlot)
  // No text of a log can end the script element that holds it.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return `${template.slice(0, slot)}${json}${template.slice(slot + dataSlot.length)}`
}
