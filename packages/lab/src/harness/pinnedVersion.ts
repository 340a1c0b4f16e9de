import { readFileSync } from 'node:fs'

const builtFor = (file: string): string => {
  const path = new URL(`../../../fixtures/availability/${file}`, import.meta.url)
  const { harness } = JSON.parse(readFileSync(path, 'utf8')) as { readonly harness: string }
  return harness
}

/** The version of the first generation that the code is built for and the gate runs on, from `expected.json`. */
export const pinnedVersion = (): string => builtFor('expected.json')

/** The version of the second generation that the code is built for and the gate runs on, from `expected-2.json`. */
export const pinned2Version = (): string => builtFor('expected-2.json')
