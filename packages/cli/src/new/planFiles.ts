import { registrySchemas } from '@active-mode/harness-adapter/library'
import { agentConfig, agentFilePath, agentFileText } from './agentFile.js'
import { cardText, manifestText, packText, registryFileText } from './bundleText.js'
import type { ModeWish, NewFile } from './Wish.js'

/** What the machine is like, as far as it matters for what has to be written. */
export interface Surroundings {
  readonly registry: string
  /** What the block will say of where the ledgers lie. */
  readonly ledger: string
  /** Whether the registry has neither a mode nor settings, so that it gets settings too. */
  readonly isNew: boolean
  /** The names of the schemas that lie in the registry as they are now. */
  readonly schemas: ReadonlyArray<string>
  /** The harness's config folder. */
  readonly configFolder: string
  /** Whether the agent has to be made, since the harness has none of the id. */
  readonly needsAgent: boolean
  /** Whether a file may be written for it. */
  readonly mayWriteAgent: boolean
}

/** All that has to be written for a mode. */
export interface Plan {
  readonly schemas: ReadonlyArray<NewFile>
  readonly settings: NewFile | null
  /** The files of the bundle, which appear all at once. */
  readonly bundle: ReadonlyArray<NewFile & { readonly name: string }>
  readonly agentFile: NewFile | null
  /** What to put into the harness's config by hand, where no file can carry the agent's id, or none is wanted. */
  readonly agentConfig: Readonly<Record<string, unknown>> | null
}

export const planFiles = (wish: ModeWish, around: Surroundings): Plan => {
  const { registry, ledger, isNew, schemas, configFolder, needsAgent, mayWriteAgent } = around
  const { mode } = wish
  const inBundle = (name: string, what: string, text: string) => ({
    name,
    path: `${registry}/${mode}/${name}`,
    what,
    text,
  })
  const file = needsAgent && mayWriteAgent ? agentFilePath(wish.agent) : null
  return {
    schemas: registrySchemas
      .filter(({ name }) => !schemas.includes(name))
      .map(({ of, name, schema }) => ({
        path: `${registry}/.schema/${name}`,
        what: `what an editor has to know of ${of}`,
        text: `${JSON.stringify(schema, null, 2)}\n`,
      })),
    settings: isNew
      ? { path: `${registry}/active-mode.toml`, what: 'where the ledgers lie', text: registryFileText(wish) }
      : null,
    bundle: [
      inBundle('mode.toml', 'which agent directs', manifestText(wish)),
      inBundle('pack.toml', 'the phases and gates', packText()),
      inBundle('card.md', 'how the ledger is found', cardText(wish, ledger)),
    ],
    agentFile:
      file === null
        ? null
        : { path: `${configFolder}/${file}`, what: "the harness's agent", text: agentFileText(wish) },
    agentConfig: needsAgent && file === null ? agentConfig(wish) : null,
  }
}

/** The files of a plan, in the order in which they are written. */
export const filesOf = ({ schemas, settings, bundle, agentFile }: Plan): ReadonlyArray<NewFile> => [
  ...schemas,
  ...(settings === null ? [] : [settings]),
  ...(agentFile === null ? [] : [agentFile]),
  ...bundle,
]
