import { type Contracts, generationOf, type HarnessFound } from '../setup/HarnessSetup.js'
import { type Diagnosis, diagnosisOf } from './Diagnosis.js'

const say = diagnosisOf('harness')

/** Whether there is a harness, and what the plugin can do on its version. */
export const checkHarness = (harness: HarnessFound, contracts: Contracts): Diagnosis => {
  switch (harness._tag) {
    case 'missing':
      return say(
        'problem',
        'harness-missing',
        harness.stub === null
          ? 'no harness is installed'
          : `no harness is installed; the file that npm put on the PATH is not one (${harness.stub.path}: ${harness.stub.detail})`,
        harness.path,
        [...quoted(harness.stub?.said ?? []), 'Install opencode, or name its executable with --harness PATH.'].join(
          '\n',
        ),
      )
    case 'failed':
      return say(
        'problem',
        'harness-does-not-run',
        `could not get the harness's version: ${harness.detail}`,
        harness.path,
        [
          ...quoted(harness.said),
          'Run it with --version by hand, or name another executable with --harness PATH.',
        ].join('\n'),
      )
    case 'found':
      return generationOf(harness.version) > 2
        ? tooNew(harness.path, harness.version, contracts)
        : checkVersion(harness.path, harness.version, contracts)
  }
}

/** Of other harnesses on this machine those of another generation: each reads a config of its own, and is looked at by its path. */
export const checkOthers = (harness: HarnessFound, others: ReadonlyArray<HarnessFound>): ReadonlyArray<Diagnosis> =>
  others.flatMap((other) =>
    harness._tag === 'found' && other._tag === 'found' && generationOf(other.version) !== generationOf(harness.version)
      ? [
          say(
            'note',
            'other-generation',
            `version ${other.version} is installed as well and was not checked: the two generations load plugins in different ways`,
            other.path,
            `Run: active-mode doctor --harness ${other.path}`,
          ),
        ]
      : [],
  )

const quoted = (lines: ReadonlyArray<string>): ReadonlyArray<string> => lines.map((line) => `It said: ${line}`)

const tooNew = (path: string, version: string, contracts: Contracts): Diagnosis =>
  say(
    'problem',
    'harness-generation',
    `version ${version}: this version of the plugin does not support opencode ${generationOf(version)}.x yet, so no request gets a block`,
    path,
    `Use a version with the contract request or primary, e.g. ${newest(contracts, 'request')}.`,
  )

const checkVersion = (path: string, version: string, contracts: Contracts): Diagnosis => {
  switch (contracts[version] ?? 'not examined') {
    case 'request':
      return say(
        'ok',
        'harness-contract',
        `version ${version}: contract request, the harness names the agent of every request`,
        path,
      )
    case 'primary':
      return say('ok', 'harness-contract', `version ${version}: contract primary, every turn can be resolved`, path)
    case 'fallback-only':
      return say(
        'note',
        'harness-contract',
        `version ${version}: contract fallback-only, some turns will be unresolvable`,
        path,
        `Update to a version with the contract primary, e.g. ${newest(contracts, 'primary')}.`,
      )
    case 'none':
      return say(
        'problem',
        'harness-contract',
        `version ${version}: contract none, no request can get a block`,
        path,
        `Update to a version with the contract primary, e.g. ${newest(contracts, 'primary')}.`,
      )
    default:
      return notExamined(path, version, contracts)
  }
}

/** A version between two that were examined is most likely as they are; that is said, and not promised. */
const notExamined = (path: string, version: string, contracts: Contracts): Diagnosis => {
  const known = sorted(Object.keys(contracts))
  const [below, above] = [
    known.findLast((other) => inOrder(other, version) < 0),
    known.find((other) => inOrder(other, version) > 0),
  ]
  const neighbours = [below, above].flatMap((other) =>
    other === undefined ? [] : [`${other} has the contract ${contracts[other] ?? ''}`],
  )
  return say(
    'note',
    'harness-not-examined',
    `version ${version} was not tested; the nearest tested versions: ${neighbours.join(', ')}`,
    path,
    'To be sure, test it in a clone of this repository: npm run availability -- --harness VERSION.',
  )
}

const newest = (contracts: Contracts, contract: string): string =>
  sorted(Object.keys(contracts).filter((version) => contracts[version] === contract)).at(-1) ?? 'the newest'

const inOrder = new Intl.Collator('en', { numeric: true }).compare

const sorted = (versions: ReadonlyArray<string>): ReadonlyArray<string> => versions.toSorted(inOrder)
