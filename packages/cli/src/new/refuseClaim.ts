import type { BrokenBundle, ModeBundle, RegistryBundle } from '@active-mode/core'
import { registryFile } from '@active-mode/harness-adapter/library'
import type { ModeWish } from './Wish.js'

/**
 * Why a registry must not get this mode, in one sentence; `null` where nothing speaks against it. An agent that two modes claim
 * has no mode at all (design 3.1, row 12), so what others claim is respected, broken bundles too.
 */
export const refuseClaim = (bundle: RegistryBundle, { agent, mode }: ModeWish, root: string): string | null => {
  switch (bundle._tag) {
    case 'absent':
      return null
    case 'unreadable':
      return `the registry ${root} cannot be read (${bundle.detail}); active-mode doctor says what to do`
    case 'staged': {
      const id = JSON.stringify(agent)
      const owner = bundle.modes.find((one) => one.agent === agent)
      if (owner !== undefined)
        return `the agent ${id} directs mode ${owner.mode} already, in ${root}/${owner.mode}/mode.toml; give mode ${mode} another agent with --agent, or change that file`
      const former = aliased(agent, bundle.modes, bundle.broken)
      if (former !== null)
        return `the agent ${id} is an alias of ${former} in ${root}/${registryFile}; give mode ${mode} another agent with --agent, or remove that line`
      const broken = bundle.broken.find(({ claims }) => claims?.includes(agent) === true)
      return broken === undefined
        ? null
        : `the agent ${id} is claimed by ${root}/${broken.directory}, which is broken; active-mode doctor says how to mend it, or give mode ${mode} another agent with --agent`
    }
  }
}

/** What an agent is an alias of; `null` where it is none. */
const aliased = (
  agent: string,
  modes: ReadonlyArray<ModeBundle>,
  broken: ReadonlyArray<BrokenBundle>,
): string | null => {
  const mode = modes.find(({ aliases }) => aliases.includes(agent))
  if (mode !== undefined) return `mode ${mode.mode}`
  return broken.some(({ directory, claims }) => directory === registryFile && claims?.includes(agent) === true)
    ? 'a mode that is not there'
    : null
}
