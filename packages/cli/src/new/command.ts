import { postureOf } from '@active-mode/core'
import { conventionalPath, isAgentId, registryFile, resolveRoot, Slug } from '@active-mode/harness-adapter/library'
import { type Cli, type Register, registryOption } from '../Command.js'
import { type ExitCode, type Io, Refusal } from '../Io.js'
import { configFolder, ownConfigFile } from '../setup/live/configSources.js'
import { configuredOptions, readRegistry, type RegistryLook } from '../setup/live/configuredOptions.js'
import { harnessName } from '../setup/live/findHarness.js'
import { agentFilePath } from './agentFile.js'
import { firstLedger } from './bundleText.js'
import { hasAgent } from './live/knownAgents.js'
import { type LikeAgent, readLike } from './live/readLike.js'
import { currentSchemas, isTaken, writePlan } from './live/writePlan.js'
import { planFiles } from './planFiles.js'
import { refuseClaim } from './refuseClaim.js'
import { type Outcome, renderDraft, renderJson, renderText } from './report.js'
import type { ModeWish } from './Wish.js'

interface NewOptions {
  readonly agent?: string | undefined
  readonly like?: string | undefined
  readonly registry?: string | undefined
  readonly harness?: string | undefined
  /** `false` with `--no-agent-file`. */
  readonly agentFile: boolean
  readonly dryRun?: boolean | undefined
  readonly json?: boolean | undefined
  readonly quiet?: boolean | undefined
}

export const registerNew: Register = (cli) => {
  cli
    .command(
      'new <mode>',
      'Writes a whole mode to start from, and the agent that directs it if the harness has none of that id. Overwrites nothing.',
      [
        'active-mode new ship --agent ship',
        'active-mode new ship --like ~/.config/opencode/agent/ship.md',
        'active-mode new ship --agent "Lead Director" --registry ./modes --dry-run',
      ],
    )
    .option('--agent <id>', 'the agent that directs, exactly as the harness has it')
    .option('--like <file>', "take the id and the description from an agent's Markdown file; --agent goes before")
    .option(...registryOption)
    .option('--harness <path>', 'the executable of the harness, asked for its agents (default: opencode on the PATH)')
    .option('--no-agent-file', 'write no file for the agent, whether or not the harness has one')
    .option('--dry-run', 'print what would be written, and write nothing')
    .option('--json', 'one JSON document, as dist/schema/new-report.v1.json of this package describes it')
    .action((mode: string, options: NewOptions) => cli.run(() => create(cli, mode, options))(undefined))
}

/** `new`: writes a bundle, and looks then whether the agent gets its block. */
const create = async ({ io }: Cli, mode: string, options: NewOptions): Promise<ExitCode> => {
  const like = options.like === undefined ? null : readLike(io.absolute(options.like), io)
  const wish = wishOf(mode, options, like)
  const configured = configuredOptions(io).registry ?? undefined
  const look = await readRegistry(options.registry ?? configured, io)
  const registry = look.root.path
  refuse(wish, look)
  const agentPath = agentFilePath(wish.agent)
  const isLike = like?.isInPlace === true && like.id === wish.agent
  const isThere = isLike || (await hasAgent(wish.agent, io, harnessName(options.harness, io.env)))
  const isFileTaken = agentPath !== null && isTaken(`${configFolder(io)}/${agentPath}`)
  const plan = planFiles(wish, {
    registry,
    ...ledgerOf(look),
    schemas: currentSchemas(registry),
    configFolder: configFolder(io),
    needsAgent: !isThere && !isFileTaken,
    mayWriteAgent: options.agentFile,
  })
  const reads = (await resolveRoot({ ...io, option: configured })).path
  const outcome: Outcome = {
    wish,
    registry,
    isDryRun: options.dryRun === true,
    plan,
    hasAgent: isThere,
    configFile: ownConfigFile(io),
    looksAt: reads === registry ? null : reads,
  }
  if (!outcome.isDryRun) writePlan(plan, registry, mode)
  const render = options.json === true ? renderJson : outcome.isDryRun ? renderDraft : renderText
  io.stdout(render(outcome))
  if (!outcome.isDryRun) return confirm(io, wish, registry)
  if (options.quiet !== true) io.stderr('nothing was written, since --dry-run was given')
  return 0
}

/** So long a name a folder may have. */
const mostCharacters = 255

/** What is asked for, or a Refusal. */
const wishOf = (mode: string, { agent, like }: NewOptions, file: LikeAgent | null): ModeWish => {
  if (!Slug.is(mode) || mode.length > mostCharacters)
    throw new Refusal(
      `${JSON.stringify(mode)} cannot be the name of a mode; give small letters, digits and hyphens, first a letter, such as ship`,
    )
  if (agent === undefined && file === null)
    throw new Refusal(`nobody is named who directs mode ${mode}; give --agent ID, or --like with the file of an agent`)
  if (agent === undefined && file !== null && file.otherName !== null)
    throw new Refusal(
      `--like ${like ?? ''}: the harness 1.x calls this agent ${JSON.stringify(file.otherName)}, by its front matter, and 2.x ${JSON.stringify(file.id)}, by its file; give the one that you use with --agent`,
    )
  const id = agent ?? file?.id ?? ''
  if (!isAgentId(id) || !isWellFormed(id))
    throw new Refusal(
      `${JSON.stringify(id)} is not the id of an agent (1 to 200 characters, no control characters); give it with --agent as the harness has it`,
    )
  return { mode, agent: id, description: file?.description ?? null }
}

/** Half of a character has no place in a file. */
const isWellFormed = (text: string): boolean => !/\p{Cs}/u.test(text)

const refuse = (wish: ModeWish, { root, bundle, stagerAtWork }: RegistryLook): void => {
  const { path } = root
  const { mode } = wish
  if (isTaken(`${path}/${mode}`))
    throw new Refusal(`mode ${mode} is there already, in ${path}/${mode}; give another name, or edit its files`)
  if (stagerAtWork) throw new Refusal(`a program is writing the registry ${path} now; try again when it is done`)
  // A missing folder is unreadable where somebody named it; here it is made.
  const why = isTaken(path) ? refuseClaim(bundle, wish, path) : null
  if (why !== null) throw new Refusal(why)
}

/** What the block will say of where the ledgers lie, and whether the registry is to say so for the first time. */
const ledgerOf = ({ root, bundle }: RegistryLook): { readonly ledger: string; readonly isNew: boolean } => {
  const isNew =
    !isTaken(root.path) ||
    (bundle._tag === 'staged' &&
      bundle.modes.length === 0 &&
      bundle.broken.length === 0 &&
      !isTaken(`${root.path}/${registryFile}`))
  const said = bundle._tag === 'staged' && bundle.ledger?.startsWith('unknown (') === false ? bundle.ledger : null
  return { ledger: said ?? (isNew ? firstLedger : conventionalPath), isNew }
}

/** Looks at what was written as the plugin does. Another bundle can keep it from counting. */
const confirm = async (io: Io, { agent, mode }: ModeWish, registry: string): Promise<ExitCode> => {
  const { bundle } = await readRegistry(registry, io)
  const posture = postureOf(bundle)(agent)
  if (posture._tag === 'director' && posture.mode === mode) return 0
  io.stderr(
    `active-mode: mode ${mode} is written to ${registry}, and its agent is told "${posture._tag}" all the same, because of another file there; active-mode doctor says which and how to mend it`,
  )
  return 1
}
