import type { EvidenceConflict, RegistryBundle, Via } from '@active-mode/core'
import type { WireRequest } from '@active-mode/lab/harness'
import { renderBlock } from '../../../harness-adapter/src/block/renderBlock.js'

const mode = (name: string) => ({
  mode: name,
  agent: name,
  aliases: [],
  pack: { _tag: 'missing' as const, part: 'pack.toml', why: 'absent' as const, detail: '' },
  ledgerRule: { _tag: 'present' as const, value: { text: 'rule', generator: 'v1' } },
})

/** The registry of the judges' tests: two degraded modes. */
export const bundle: RegistryBundle = {
  _tag: 'staged',
  digest: 'sha256:ab',
  ledger: null,
  floors: [],
  broken: [],
  modes: [mode('ship'), mode('explore')],
}

/** The block of an agent of that registry. */
export const blockOf = (agent: string, via: Via): string =>
  renderBlock(
    {
      _tag: 'degraded',
      mode: agent,
      agent,
      via,
      digest: 'sha256:ab',
      pack: null,
      ledgerRule: { text: 'rule', generator: 'v1' },
      missing: [{ part: 'pack.toml', why: 'absent', detail: '' }],
    },
    bundle,
  ) ?? ''

/** The block that says that session and record name different agents. */
export const conflict = (sessionAgent: string, recordAgent: string): string => {
  const reason: EvidenceConflict = { _tag: 'evidence-conflict', sessionAgent, recordAgent }
  return renderBlock({ _tag: 'unresolvable', reasons: [reason] }, bundle) ?? ''
}

/** A request as it reached the model. */
export const requestOf = (kind: string | null, agent: string, system: ReadonlyArray<string>): WireRequest => ({
  index: 0,
  session: 'ses_a',
  agent,
  message: null,
  headers: {},
  model: 'model',
  system,
  messages: [],
  tools: [],
  stream: true,
  kind,
  route: 'chat',
  body: null,
})
