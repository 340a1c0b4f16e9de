import type { BrokenBundle, ModeBundle, StagedRegistry } from '@active-mode/core'
import { conventionalPath } from '@active-mode/harness-adapter/library'
import { type Diagnosis, diagnosisOf } from './Diagnosis.js'
import type { BundleFault, RegistryView } from './RegistryView.js'

const say = diagnosisOf('registry')

/** Whether each bundle is whole; of one that is not, all that has to be written, in one run. */
export const checkBundles = (view: RegistryView, registry: StagedRegistry): ReadonlyArray<Diagnosis> => [
  ...registry.modes.flatMap((mode) => [...checkMode(view, mode), ...checkLedger(view, registry, mode)]),
  ...wrongLedger(view, registry),
  ...registry.broken.map((bundle) => checkBroken(view, registry, bundle)),
]

const checkMode = (
  { path, faults }: RegistryView,
  { mode, agent, aliases, pack, ledgerRule }: ModeBundle,
): ReadonlyArray<Diagnosis> => {
  const missing = [pack, ledgerRule].flatMap((part) => (part._tag === 'missing' ? [part] : []))
  const names = [agent, ...aliases].map((id) => JSON.stringify(id)).join(', ')
  const found = faults.get(mode) ?? []
  const old = found.filter(({ what }) => what.startsWith('`aliases`'))
  return [
    ...(missing.length === 0 && old.length === 0
      ? [say('ok', 'mode-whole', `mode ${mode} binds ${names} and is whole`, `${path}/${mode}`)]
      : []),
    ...missing.map(({ part, why, detail }) =>
      say(
        'problem',
        'part-missing',
        `mode ${mode} (${names}) is degraded: ${part} is ${why}${detail === '' ? '' : ` (${detail})`}`,
        `${path}/${mode}`,
        ...editsOf(
          found.filter((fault) => isOfPart(part, fault)),
          `${path}/${mode}`,
        ),
      ),
    ),
    ...old.map((fault) =>
      say('problem', 'aliases-in-manifest', `mode ${mode}: ${fault.what}`, fault.file, orderOf(fault)),
    ),
  ]
}

/** The manifest names the file of a part, and may leave it out. */
const isOfPart = (part: string, { file, what }: BundleFault): boolean => {
  const isPack = part === 'pack.toml'
  return file.endsWith('/mode.toml')
    ? what.startsWith(isPack ? '`pack`' : '`card`')
    : isPack === file.toLowerCase().endsWith('.toml')
}

/** The block says where the ledger lies, and prints the rule of the card: where the two differ, a model is told two places (design 5). */
const checkLedger = (
  { path }: RegistryView,
  { ledger }: StagedRegistry,
  { mode, ledgerRule }: ModeBundle,
): ReadonlyArray<Diagnosis> => {
  const said = ledger ?? conventionalPath
  if (isUnknown(ledger) || ledgerRule._tag === 'missing' || flat(ledgerRule.value.text).includes(flat(said))) return []
  return [
    say(
      'note',
      'ledger-path-differs',
      `the block of mode ${mode} says that the ledger is ${said}, and the rule in its card does not`,
      `${path}/${mode}`,
      ledger === null
        ? `In ${path}/active-mode.toml write ledger = "…" with what the rule in ${path}/${mode}/card.md says, or write ${said} into that rule`
        : `In ${path}/active-mode.toml write as \`ledger\` what the rule in ${path}/${mode}/card.md says, or write ${said} into that rule`,
    ),
  ]
}

const wrongLedger = ({ path }: RegistryView, { ledger }: StagedRegistry): ReadonlyArray<Diagnosis> =>
  isUnknown(ledger)
    ? [
        say(
          'problem',
          'ledger-wrong',
          `no block can say where the ledger is: ${ledger ?? ''}`,
          `${path}/active-mode.toml`,
          `In ${path}/active-mode.toml write ledger = "PATH", one line in quotes`,
        ),
      ]
    : []

/** What the registry's reader puts where it cannot tell the ledger. */
const isUnknown = (ledger: string | null): boolean => ledger?.startsWith('unknown (active-mode.toml') === true

const flat = (text: string): string => text.replace(/\s+/g, ' ').trim()

const checkBroken = (
  { path, faults }: RegistryView,
  { modes }: StagedRegistry,
  { directory, why, detail, claims }: BrokenBundle,
): Diagnosis => {
  const found =
    directory === 'active-mode.toml' ? [aliasFault(path, modes, detail, claims)] : (faults.get(directory) ?? [])
  const whats =
    found.length === 0 || directory === 'active-mode.toml' ? detail : found.map(({ what }) => what).join('; ')
  return say(
    'problem',
    'bundle-broken',
    `${directory === 'active-mode.toml' ? 'the file' : 'the bundle'} is broken: ${why} (${whats}); ${claims === null ? 'it is unknown which agents it claims, so every agent that no other mode binds is told "unresolvable"' : `it claims ${claims.map((id) => JSON.stringify(id)).join(', ')}`}`,
    `${path}/${directory}`,
    ...editsOf(found, `${path}/${directory}`),
  )
}

/** An alias names a mode by its folder; everything else that can be wrong with the file its reader says. */
const aliasFault = (
  path: string,
  modes: ReadonlyArray<ModeBundle>,
  detail: string,
  claims: ReadonlyArray<string> | null,
): BundleFault => ({
  file: `${path}/active-mode.toml`,
  what: detail,
  edit: detail.includes('never here')
    ? `write one of the modes ${modes.map(({ mode }) => mode).join(', ')} for ${(claims ?? []).map((id) => JSON.stringify(id)).join(', ')} below [aliases], or remove that line`
    : `correct this: ${detail.replace(/^active-mode\.toml: /, '')}`,
})

/** What is to be written, file by file. */
const editsOf = (faults: ReadonlyArray<BundleFault>, where: string): ReadonlyArray<string> =>
  faults.length === 0 ? [`Correct ${where}, or run the tool that wrote it again.`] : faults.map(orderOf)

const orderOf = ({ file, edit }: BundleFault): string => `In ${file} ${edit}`
