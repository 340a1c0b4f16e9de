import { pinned2Version, pinnedVersion } from '../../packages/lab/src/harness/pinnedVersion.js'

const records = 'packages/fixtures/availability/records'

/** What a whole run writes into ignored files, what of it is committed, and the command that brings that up to date. */
const written = (): ReadonlyArray<readonly [fresh: string, committed: string, command: string]> => [
  ['.untracked/acceptance.md', 'docs/acceptance.md', 'npm run pages'],
  ...[pinnedVersion(), pinned2Version()].map(
    (version) =>
      [
        `.untracked/availability/${version}.json`,
        `${records}/${version}.json`,
        `npm run availability -- --harness ${version}`,
      ] as const,
  ),
]

/** A record says on which platform it was made, and is not expected to be the same on another. */
const platformOf = (text: string): string | undefined => /"platform": "([^"]*)"/.exec(text)?.[1]

/**
 * What is committed and is not what the last whole run found, one sentence each, with the command that writes it. `read` gives the text
 * of a file and throws where there is none.
 */
export const outOfDate = (read: (path: string) => string): ReadonlyArray<string> => {
  const textOf = (path: string): string | null => {
    try {
      return read(path)
    } catch {
      return null
    }
  }
  return written().flatMap(([fresh, committed, command]) => {
    const [now, before] = [textOf(fresh), textOf(committed)]
    // An executable of one's own has another version, so there is no record of the pinned one.
    if (now === null || now === before) return []
    if (before !== null && platformOf(now) !== platformOf(before)) return []
    return [`${committed} is not what this run found: ${command} writes it`]
  })
}
