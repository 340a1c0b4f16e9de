import { type Posture, postureOf, type RegistryBundle } from '@active-mode/core'
import { isAgentId, readRegistryOnce, renderBlock, resolveRoot } from '@active-mode/harness-adapter/library'
import type { ExitCode, Io } from '../Io.js'
import { Refusal } from '../live/Refusal.js'
import { configuredOptions } from '../setup/live/configuredOptions.js'
import { plainText } from '../show/plainText.js'

export interface BlockOptions {
  readonly agent: string
  readonly registry?: string | undefined
  readonly quiet?: boolean | undefined
}

/**
 * `block`: what would be spliced into a request of an agent, byte for byte, or on stderr why it is nothing. Exit code 0
 * both ways, since silence is an answer: nothing on stdout is no block, and an id that no agent can have is a usage error.
 */
export const block = async (io: Io, { agent, registry, quiet }: BlockOptions): Promise<ExitCode> => {
  if (!isAgentId(agent))
    throw new Refusal(
      `--agent ${JSON.stringify(agent)} is not the id of an agent (1 to 200 characters, no control characters); give it as the harness has it`,
    )
  const root = await resolveRoot({
    option: registry ?? configuredOptions(io).registry ?? undefined,
    env: io.env,
    home: io.home,
    directory: io.directory,
  })
  const { bundle } = await readRegistryOnce(root, io.now())
  const posture = postureOf(bundle)(agent)
  const text = renderBlock(posture, bundle)
  if (text !== null) {
    // Byte for byte where it is piped on, so that its hash is the one in the decision log.
    io.stdoutRaw(io.isTerminal.stdout ? `${text}\n` : text)
    return 0
  }
  if (quiet !== true) io.stderr(whySilent(posture, bundle, plainText(root.path)))
  return 0
}

/** So many agents are named. */
const mostNamed = 20

const whySilent = (posture: Posture, bundle: RegistryBundle, root: string): string => {
  if (posture._tag !== 'copilot' || posture.reason._tag !== 'agent-unbound')
    return `copilot: there is no registry at ${root}, so nothing is spliced; name another with --registry DIR`
  const bound =
    bundle._tag === 'staged' ? bundle.modes.flatMap(({ agent, aliases }) => [agent, ...aliases]).toSorted() : []
  const named =
    bound.length === 0
      ? 'no mode binds any'
      : `those that have one: ${bound.slice(0, mostNamed).map(plainText).join(', ')}${bound.length > mostNamed ? ', …' : ''}`
  return `copilot: no mode in ${root} claims the agent ${JSON.stringify(posture.reason.agent)}, so nothing is spliced; ${named}`
}
