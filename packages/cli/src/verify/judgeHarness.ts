import { note, problem, type VerifyFinding, type VerifyRun } from './VerifyRun.js'

/** What the availability records say of the version of the harness. */
export const judgeHarness = ({ harness: { path, version, contract } }: VerifyRun): ReadonlyArray<VerifyFinding> => {
  switch (contract ?? 'unknown') {
    case 'primary':
    case 'request':
      return []
    case 'fallback-only':
      return [
        note(
          'harness-old',
          `version ${version} is old: it does not tell a plugin the agent of a session, so in some turns the block will say "unresolvable"`,
          path,
          'Update the harness: opencode 1.14.48 and later tell it.',
        ),
      ]
    case 'none':
      return [
        problem(
          'harness-old',
          `version ${version} is too old: it does not tell a plugin which session a request is for, so no request gets a block`,
          path,
          'Update the harness: opencode 1.14.48 and later tell it.',
        ),
      ]
    default:
      return [
        note(
          'harness-unrecorded',
          `no availability record knows version ${version}; what is said here of its requests was seen, and nothing more is known of it`,
          path,
          `Run: active-mode verify --record FILE, and send FILE in; in a clone npm run availability -- --harness ${version} makes a whole record.`,
        ),
      ]
  }
}
