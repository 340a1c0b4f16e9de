import { plainText } from '../show/text.js'
import { filesOf, type Plan } from './planFiles.js'
import type { ModeWish } from './Wish.js'

/** What `new` did, or with `--dry-run` would do. */
export interface Outcome {
  readonly wish: ModeWish
  readonly registry: string
  readonly isDryRun: boolean
  readonly plan: Plan
  /** Whether the harness has the agent without what is written now. */
  readonly hasAgent: boolean
  /** The config file that a person's own settings are in. */
  readonly configFile: string
  /** Where the plugin looks for its registry, if that is another place. */
  readonly looksAt: string | null
}

/** What is left to be done, a step a line; a step may go over several lines. */
const nextSteps = ({ wish, registry, plan, hasAgent, configFile, looksAt }: Outcome): ReadonlyArray<string> => {
  const folder = `${registry}/${wish.mode}`
  const id = JSON.stringify(wish.agent)
  return [
    `Make it yours: the phases and gates in ${folder}/pack.toml, and the rule in ${folder}/card.md.`,
    ...(plan.settings === null
      ? []
      : [`Say where your ledgers lie: in ${plan.settings.path}, and with the same words in ${folder}/card.md.`]),
    ...(plan.agentConfig !== null
      ? [`The harness has no agent ${id} yet. Add it to ${configFile}:\n${JSON.stringify(plan.agentConfig, null, 2)}`]
      : plan.agentFile !== null
        ? [`Write down what your director has to know, in ${plan.agentFile.path}.`]
        : hasAgent
          ? []
          : [`The harness does not use the agent ${id}, though its file is there; see that it is not disabled.`]),
    ...(looksAt === null
      ? []
      : [`The plugin reads ${looksAt}. Set its option "registry" to ${JSON.stringify(registry)}.`]),
    'active-mode install: puts the plugin where the harness loads it.',
    'active-mode verify: shows what your director is told.',
  ]
}

/** For machines (dist/schema/new-report.v1.json). */
export const renderJson = (outcome: Outcome): string => {
  const { wish, registry, isDryRun, plan } = outcome
  return JSON.stringify(
    {
      v: 1,
      mode: wish.mode,
      agent: wish.agent,
      registry,
      dryRun: isDryRun,
      files: filesOf(plan).map(({ path, what, text }) => ({ path, what, text })),
      agentConfig: plan.agentConfig,
      next: nextSteps(outcome),
    },
    null,
    2,
  )
}

/** For people. */
export const renderText = (outcome: Outcome): string => {
  const { wish, registry, plan, hasAgent } = outcome
  const id = plainText(JSON.stringify(wish.agent))
  const { schemas, ...others } = plan
  return [
    `Mode ${wish.mode} is written, for the agent ${id}:`,
    ...filesOf({ ...others, schemas: [] }).map(({ path, what }) => `  ${plainText(path)} (${what})`),
    ...(schemas.length === 0 ? [] : [`  ${plainText(registry)}/.schema/ (what an editor has to know of these files)`]),
    ...(hasAgent ? [`The harness has the agent ${id} already; it stays as it is.`] : []),
    'Next:',
    ...nextSteps(outcome).map((step, at) => `  ${String(at + 1)}. ${plainLines(step).replaceAll('\n', '\n     ')}`),
  ].join('\n')
}

/** What `--dry-run` prints: each file with its text. Schemas are the same for every mode, so their names are enough. */
export const renderDraft = ({ plan }: Outcome): string => {
  const { schemas, ...others } = plan
  return [
    ...filesOf({ ...others, schemas: [] }).map(({ path, text }) => `--- ${plainText(path)}\n${plainLines(text)}`),
    ...schemas.map(({ path, what }) => `--- ${plainText(path)} (${what}; --json has its text)`),
    ...(plan.agentConfig === null
      ? []
      : [`--- for the harness's config\n${plainLines(JSON.stringify(plan.agentConfig, null, 2))}`]),
  ].join('\n')
}

const plainLines = (text: string): string => text.split('\n').map(plainText).join('\n')
