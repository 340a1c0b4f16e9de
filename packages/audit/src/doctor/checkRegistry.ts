import { decidePosture, type ModeBundle, modesClaiming, type StagedRegistry } from '@active-mode/core'
import { conventionalPath, nearMisses } from '@active-mode/harness-adapter/library'
import type { Diagnosis, DiagnosisLevel } from '../model/Diagnosis.js'
import type { RegistryView } from '../model/RegistryView.js'

/** Everything that can be wrong with a registry, part by part, and what is right. */
export const checkRegistry = (view: RegistryView): ReadonlyArray<Diagnosis> => {
  const { path, bundle } = view
  switch (bundle._tag) {
    case 'absent':
      return [say('note', 'registry-absent', 'no registry is staged, so every agent is a copilot and nothing is spliced', path, 'Stage one there, or name another folder with the option registry or --registry DIR.')]
    case 'unreadable':
      return [say('problem', 'registry-unreadable', `the registry cannot be read: ${bundle.detail}`, path, 'Check the path and its permissions; until then every session is told that its posture is unresolvable.')]
    case 'staged':
      return [...checkFolder(view, bundle), ...checkPassed(view), ...bundle.modes.flatMap((mode) => [...checkMode(path, mode), ...checkLedger(path, bundle, mode)]), ...checkBroken(path, bundle), ...checkVersions(path, bundle), ...checkClaims(view, bundle)]
  }
}

const say = (level: DiagnosisLevel, id: string, what: string, where: string, remedy = ''): Diagnosis => ({ area: 'registry', level, id, what, where, remedy })

/** Another place where a registry lies, or where one was expected: OPENCODE_CONFIG_DIR, for one, comes first. */
const checkPassed = ({ path, passedOver }: RegistryView): ReadonlyArray<Diagnosis> =>
  passedOver.flatMap(({ path: other, holds }) =>
    holds === 'nothing' ? [] : [say('note', 'root-passed-over', holds === 'empty' ? `this folder holds no bundle and no active-mode.toml; the registry is ${path}` : `a registry lies here too and is not used: ${path} comes first`, other, holds === 'empty' ? 'Remove it, or stage the modes there.' : 'Remove one of the two, or name one with the option registry.')],
  )

const checkFolder = ({ path, ignored, unknownKeys, stagerAtWork, hasStagingLock, capped }: RegistryView, { digest, modes }: StagedRegistry): ReadonlyArray<Diagnosis> => [
  say(digest === 'unavailable' ? 'note' : 'ok', 'registry-digest', `${modes.length} mode${modes.length === 1 ? '' : 's'}, digest ${digest}`, path, digest === 'unavailable' ? 'A file cannot be read, or the registry is too large to be hashed; the other findings say which.' : ''),
  ...ignored.map((folder) => say('note', 'stray-folder', 'a folder without mode.toml, pack.toml and card.md is no mode', `${path}/${folder}`, 'Remove it, or stage the mode again.')),
  ...unknownKeys.map((key) => say('note', 'unknown-key', `the key ${key.replace(/^.*: /, '')} is unknown and has no effect`, `${path}/${key.replace(/: .*$/, '')}`, 'Correct its spelling, or remove it.')),
  ...(stagerAtWork ? [say('note', 'stager-at-work', 'a stager is at work, so bundles may be half written', `${path}/.staging-lock.json`, 'Wait for it to end and look again.')] : []),
  ...(hasStagingLock && !stagerAtWork ? [say('note', 'stale-staging-lock', 'a stager left its lock behind, and nobody renews it', `${path}/.staging-lock.json`, 'Stage again; the lock hides nothing meanwhile.')] : []),
  ...(capped ? [say('problem', 'registry-too-large', 'the registry holds more files or folders than are hashed, so its digest is not to be had', path, 'Remove from it what belongs to no mode; links to large folders count too.')] : []),
]

const checkMode = (path: string, { mode, agent, aliases, pack, ledgerRule }: ModeBundle): ReadonlyArray<Diagnosis> => {
  const missing = [pack, ledgerRule].flatMap((part) => (part._tag === 'missing' ? [part] : []))
  const names = [agent, ...aliases].map((id) => JSON.stringify(id)).join(', ')
  return missing.length === 0
    ? [say('ok', 'mode-whole', `mode ${mode} binds ${names} and is whole`, `${path}/${mode}`)]
    : missing.map(({ part, why, detail }) => say('problem', 'part-missing', `mode ${mode} (${names}) is degraded: ${part} is ${why}${detail === '' ? '' : ` (${detail})`}`, `${path}/${mode}`, 'Stage the mode again.'))
}

/** The block names one path, and the card's rule may name another. */
const checkLedger = (path: string, { ledger }: StagedRegistry, { mode, ledgerRule }: ModeBundle): ReadonlyArray<Diagnosis> => {
  const expected = ledger ?? conventionalPath
  return ledgerRule._tag === 'missing' || ledgerRule.value.text.includes(expected)
    ? []
    : [say('note', 'ledger-path-differs', `the ledger rule of mode ${mode} does not hold ${JSON.stringify(expected)}, which the block's line "Ledger path:" says`, `${path}/${mode}`, `Set ledger = "…" in ${path}/active-mode.toml to what the card's rule says.`)]
}

const checkBroken = (path: string, { broken }: StagedRegistry): ReadonlyArray<Diagnosis> =>
  broken.map(({ directory, why, detail, claims }) =>
    say('problem', 'bundle-broken', `the bundle is broken: ${why} (${detail}); ${claims === null ? 'which agents it claims cannot be known, so no agent is silent' : `it claims ${claims.map((id) => JSON.stringify(id)).join(', ')}`}`, `${path}/${directory}`, 'Stage the mode again, or remove the folder.'),
  )

/** The core itself says what it will not read; any agent will do, since a gap is one for all. */
const checkVersions = (path: string, bundle: StagedRegistry): ReadonlyArray<Diagnosis> => {
  const posture = decidePosture({ _tag: 'known', sessionId: '', agent: '' }, bundle, { _tag: 'unread' })
  return (posture._tag === 'unresolvable' ? posture.reasons : []).flatMap((reason) =>
    reason._tag === 'version-gap'
      ? [say('problem', 'version-gap', `the ${reason.what === 'floor' ? 'plugin floor' : 'schema version'} ${JSON.stringify(reason.needs)} is not what this build supports (${reason.supports}), so every session is unresolvable`, `${path}/${reason.directory}`, reason.what === 'floor' ? 'Update the plugin, or stage a registry of its age.' : 'Use the plugin and the registry of one release.')]
      : [],
  )
}

const checkClaims = ({ path, agents }: RegistryView, registry: StagedRegistry): ReadonlyArray<Diagnosis> => {
  const { modes } = registry
  const claimed = [...new Set(modes.flatMap(({ agent, aliases }) => [agent, ...aliases]))]
  const claimants = (id: string): ReadonlyArray<ModeBundle> => modesClaiming(registry, id)
  return [
    ...claimed.filter((id) => claimants(id).length > 1).map((id) => say('problem', 'ambiguous-claim', `the agent ${JSON.stringify(id)} is claimed by ${claimants(id).map(({ mode }) => mode).toSorted().join(' and ')}`, path, 'Leave the agent to one of them.')),
    ...agents.flatMap((agent) => nearMisses(agent, claimed.filter((id) => !agents.includes(id)), agents).map((id) => say('problem', 'near-miss', `the harness's agent ${JSON.stringify(agent)} is nearly ${JSON.stringify(id)}, which a mode claims, and is not bound`, path, 'Name both the same: ids are compared letter by letter.'))),
    ...modes.filter(({ agent, aliases }) => ![agent, ...aliases].some((id) => agents.includes(id))).map(({ mode, agent }) => say('note', 'dead-binding', `no agent ${JSON.stringify(agent)} is configured in the harness, so mode ${mode} is never directed`, `${path}/${mode}`, 'Configure the agent, or ignore this if another plugin brings it.')),
  ]
}
