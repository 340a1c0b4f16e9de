import { readFileSync } from 'node:fs'
import { Refusal } from '../../live/Refusal.js'

/** Reads the page that the build lays beside the program. Throws a Refusal where it is missing. */
export const readTemplate = (template: URL): string => {
  try {
    return readFileSync(template, 'utf8')
  } catch {
    throw new Refusal(`the page's template ${template.pathname} is missing; make it with: npm run build`)
  }
}
