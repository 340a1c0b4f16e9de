import type { RegistryBundle } from '@active-mode/core'

const missing = { _tag: 'missing', part: 'pack.toml', why: 'absent', detail: '' } as const

const mode = (name: string) => ({
  mode: name,
  agent: name,
  aliases: [],
  pack: missing,
  ledgerRule: { ...missing, part: 'card.md' },
})

/** A registry that binds two directors, `ship` and `explore`. */
export const twoDirectors: RegistryBundle = {
  _tag: 'staged',
  digest: 'sha256:00',
  ledger: null,
  floors: [],
  modes: [mode('ship'), mode('explore')],
  broken: [],
}
