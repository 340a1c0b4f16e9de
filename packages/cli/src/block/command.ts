import { type Posture, postureOf, type RegistryBundle } from '@active-mode/core'
import { isAgentId, renderBlock } from '@active-mode/harness-adapter/library'
import { type Register, registryOption } from '../Command.js'
import { type ExitCode, type Io, Refusal } from '../Io.js'
import { configuredOptions, readRegistry } from '../setup/live/configuredOptions.js'
import { plainText } from '../show/text.js'

interface BlockOptions {
  readonly agent: string
  readonly registry?: string | undefined
  readonly quiet?: boolean | undefined
}

export const registerBlock: Register = ({ io, command, run }) => {
  command(
    'block',
    'Prints exactly the block that a request of an agent would get. If it would get none, stdout is empty, stderr says why, and the exit code is 0.',
    ['active-mode block --agent ship', 'active-mode block --agent ship --registry ./modes | sha256sum'],
  )
    .requiredOption('--agent <id>', 'the agent that the request is for')
    .option(...registryOption)
    .action(run((options: BlockOptions) => block(io, options)))
}

/**
 * `block`: what would be spliced into a request of an agent, byte for byte, or on stderr why it is nothing. No block is a valid answer, so the
 * exit code is 0 either way; an id that no agent can have is a usage error.
 */
const block = async (io: Io, { agent, registry, quiet }: BlockOptions): Promise<ExitCode> => {
  if (!isAgentId(agent))
    throw new Refusal(
      `--agent ${JSON.stringify(agent)} is not the id of an agent (1 to 200 characters, no control characters); give it as the harness has it`,
    )
  const { root, bundle } = await readRegistry(registry ?? configuredOptions(io).registry ?? undefined, io)
  const posture = postureOf(bundle)(agent)
  const text = renderBlock(posture, bundle)
  // Byte for byte where it is piped on, so that its hash is the one in the decision log.
  if (text !== null) io.stdoutRaw(io.isTerminal.stdout ? `${text}\n` : text)
  else if (quiet !== true) io.stderr(whyNone(posture, bundle, plainText(root.path)))
  return 0
}

/** So many agents are named. */
const mostNamed = 20

const whyNone = (posture: Posture, bundle: RegistryBundle, root: string): string => {
  if (posture._tag !== 'copilot' || posture.reason._tag !== 'agent-unbound')
    return `copilot: there is no registry at ${root}, so no block is added; name another one with --registry DIR`
  const bound =
    bundle._tag === 'staged' ? bundle.modes.flatMap(({ agent, aliases }) => [agent, ...aliases]).toSorted() : []
  const named =
    bound.length === 0
      ? 'no mode there names any agent'
      : `agents with a mode: ${bound.slice(0, mostNamed).map(plainText).join(', ')}${bound.length > mostNamed ? ', …' : ''}`
  return `copilot: no mode in ${root} names the agent ${JSON.stringify(posture.reason.agent)}, so no block is added; ${named}`
}
