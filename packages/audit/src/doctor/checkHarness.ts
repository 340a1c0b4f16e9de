import type { Diagnosis, DiagnosisLevel } from '../model/Diagnosis.js'
import type { Contracts, HarnessFound } from '../model/HarnessFound.js'

/** Whether there is a harness, and what the plugin can do on its version. */
export const checkHarness = (harness: HarnessFound, contracts: Contracts): Diagnosis => {
  switch (harness._tag) {
    case 'missing':
      return say('problem', 'harness-missing', 'no harness is installed', harness.path, 'Install opencode, or name its executable with --harness PATH.')
    case 'failed':
      return say('problem', 'harness-does-not-run', `the harness does not tell its version: ${harness.detail}`, harness.path, 'Run it with --version by hand; install it again if that fails.')
    case 'found':
      return checkVersion(harness.path, harness.version, contracts)
  }
}

const say = (level: DiagnosisLevel, id: string, what: string, where: string, remedy = ''): Diagnosis => ({ area: 'harness', level, id, what, where, remedy })

const checkVersion = (path: string, version: string, contracts: Contracts): Diagnosis => {
  switch (contracts[version] ?? 'not examined') {
    case 'primary':
      return say('ok', 'harness-contract', `version ${version}: contract primary, every turn can be resolved`, path)
    case 'fallback-only':
      return say('note', 'harness-contract', `version ${version}: contract fallback-only, some turns will be unresolvable`, path, `Update to a version with the contract primary, e.g. ${newest(contracts, 'primary')}.`)
    case 'none':
      return say('problem', 'harness-contract', `version ${version}: contract none, no request can carry a block`, path, `Update to a version with the contract primary, e.g. ${newest(contracts, 'primary')}.`)
    default:
      return say('note', 'harness-not-examined', `version ${version} was never examined; examined are ${sorted(Object.keys(contracts)).join(', ')}`, path, 'Run the availability fixture on it: npm run availability -- --harness VERSION.')
  }
}

const newest = (contracts: Contracts, contract: string): string => sorted(Object.keys(contracts).filter((version) => contracts[version] === contract)).at(-1) ?? 'the newest'

const sorted = (versions: ReadonlyArray<string>): ReadonlyArray<string> => versions.toSorted(new Intl.Collator('en', { numeric: true }).compare)
