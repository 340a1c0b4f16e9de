import type { ModeBundle, RegistryBundle, SessionInfo, SwitchStream } from '@active-mode/core'

/** A session that names its agent. */
export const known = (agent: string): SessionInfo => ({ _tag: 'known', sessionId: 'ses_a', agent })
export const unknown: SessionInfo = { _tag: 'unknown', sessionId: 'ses_a', failure: { _tag: 'no-agent' } }
export const unread: SwitchStream = { _tag: 'unread' }

/** A mode that binds the agent of its name, with its pack or without. */
export const mode = (name: string, whole: boolean): ModeBundle => ({
  mode: name,
  agent: name,
  aliases: [],
  pack: whole
    ? { _tag: 'present', value: { closingArtifact: null, phases: [{ name: 'p', roles: [], gates: [] }], handoffs: [] } }
    : { _tag: 'missing', part: 'pack.toml', why: 'absent', detail: '' },
  ledgerRule: { _tag: 'present', value: { text: 'rule', generator: 'v1' } },
})

/** A registry at floor. */
export const registry = (modes: ReadonlyArray<ModeBundle>): RegistryBundle => ({
  _tag: 'staged',
  digest: 'sha256:ab',
  ledger: null,
  floors: modes.map(({ mode: directory }) => ({ directory, schemaVersion: '1', pluginFloor: '1' })),
  modes,
  broken: [],
})
