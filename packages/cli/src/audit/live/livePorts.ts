import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Posture, RegistryBundle } from '@active-mode/core'
import { pluginVersion, renderBlock } from '@active-mode/harness-adapter/library'
import { Refusal } from '../../Io.js'
import { registryFiles } from '../../logs/live/registryFiles.js'
import type { AuditPorts } from '../AuditPorts.js'

/** The live ports of an audit of one log. */
export const livePorts = (log: string, vault: string | null, since: number | null): AuditPorts => ({
  registryOf: registryFiles(log),
  blockSha256Of: blockHash(),
  pluginVersion,
  ledgerExists: vault === null ? null : (path) => existsSync(join(vault, path)),
  since: since ?? Number.NEGATIVE_INFINITY,
})

/** Makes sure that a vault is there. Throws a Refusal where it is not. */
export const openVault = (path: string): string => {
  if (!existsSync(path)) throw new Refusal(`${path} is not there; --vault names the folder that holds sessions/`)
  return path
}

/** Hashes the block of a posture; of a director once for each registry, agent and way of resolving it. */
const blockHash = (): AuditPorts['blockSha256Of'] => {
  const known = new WeakMap<RegistryBundle, Map<string, string | null>>()
  const hash = (posture: Posture, bundle: RegistryBundle): string | null => {
    const block = renderBlock(posture, bundle)
    return block === null ? null : createHash('sha256').update(block).digest('hex')
  }
  return (posture, bundle) => {
    if (posture._tag !== 'director' && posture._tag !== 'degraded') return hash(posture, bundle)
    const blocks = known.get(bundle) ?? new Map<string, string | null>()
    known.set(bundle, blocks)
    const key = JSON.stringify([posture.agent, posture.via])
    const block = blocks.get(key) ?? hash(posture, bundle)
    blocks.set(key, block)
    return block
  }
}
