import { decidePosture, type Posture } from '@active-mode/core'
import { readRegistryOnce, renderBlock, resolveRoot } from '@active-mode/harness-adapter/library'
import type { ExitCode, Io } from '../port/Io.js'
import { plainText } from '../report/plainText.js'

export interface BlockOptions {
  readonly agent: string
  readonly registry?: string | undefined
  readonly quiet?: boolean | undefined
}

/** `block`: what would be spliced into a request of an agent, byte for byte, or on stderr why it is nothing. */
export const block = async (io: Io, { agent, registry, quiet }: BlockOptions): Promise<ExitCode> => {
  const root = resolveRoot({ option: registry, env: io.env, home: io.home, directory: io.directory })
  const { bundle } = await readRegistryOnce(root, io.now())
  const posture = decidePosture({ _tag: 'known', sessionId: 'ses_block', agent }, bundle, { _tag: 'unread' })
  const text = renderBlock(posture, bundle)
  if (text !== null) {
    // Byte for byte where it is piped on, so that its hash is the one in the decision log.
    io.stdoutRaw(io.isTerminal.stdout ? `${text}\n` : text)
    return 0
  }
  if (quiet !== true) io.stderr(whySilent(posture, plainText(root.path)))
  return 0
}

const whySilent = (posture: Posture, root: string): string =>
  posture._tag === 'copilot' && posture.reason._tag === 'agent-unbound'
    ? `copilot: no mode in ${root} claims the agent ${JSON.stringify(posture.reason.agent)}, so nothing is spliced`
    : `copilot: there is no registry at ${root}, so nothing is spliced; name another with --registry DIR`
