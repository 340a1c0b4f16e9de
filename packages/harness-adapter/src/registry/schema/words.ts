/** The words of one file: what it is, and by the path of each key what the key means. */
export interface FileWords {
  readonly title: string
  readonly keys: Readonly<Record<string, string>>
}

const ofOtherTools = 'For other tools. The plugin does not read it.'

/**
 * What each key of the three TOML files means, said once: editors show these sentences from the schemas, `docs/registry.md`
 * in its tables, and the bundle that `active-mode new` writes in its comments.
 */
export const manifestWords: FileWords = {
  title: 'The manifest of a mode: which agent directs in it',
  keys: {
    schema_version: 'The version of this format.',
    mode: 'The name of the mode, which is the name of its folder too.',
    agent: 'The id of the agent that directs in this mode, exactly as the harness has it.',
    card: 'The file with the ledger rule.',
    pack: 'The file with the phases and gates.',
    protocol_skills: ofOtherTools,
    roles: ofOtherTools,
    handoff_seeds: ofOtherTools,
    consumer_floors: 'The version of this format that each reader must know.',
    'consumer_floors.doctor': ofOtherTools,
    'consumer_floors.plugin':
      'The version of this format that the plugin must know. It is not the version of a harness or of a package.',
    'consumer_floors.stager': ofOtherTools,
    'consumer_floors.tests': ofOtherTools,
  },
}

export const packWords: FileWords = {
  title: 'The pack of a mode: its phases and gates',
  keys: {
    closing_artifact: 'What a campaign leaves when it is done.',
    phases: 'The steps of a campaign, in their order.',
    'phases.name': 'The name of the phase.',
    'phases.roles': 'Who works in the phase. The director works in all of them.',
    'phases.gates': 'The checks that come before the next phase.',
    'phases.gates.name': 'The name of the gate.',
    'phases.gates.kind':
      'Who decides: `mechanical` (a command), `derived` (computed from recorded state) or `human` (only a person).',
    'phases.gates.owner': 'Who holds the gate: `director`, a role, or `owner` for the person.',
    'phases.gates.procedure': 'How the gate is checked. It is not in the block.',
    handoffs: 'What the director passes on to other modes.',
    'handoffs.kind': 'What is passed on, in one word.',
    'handoffs.target': 'The mode that takes it.',
  },
}

export const registryFileWords: FileWords = {
  title: 'The settings of a registry: where the ledgers lie, and former ids of agents',
  keys: {
    ledger: "Where the ledgers lie, in one line. The block's line `Ledger path:` shows it.",
    aliases: 'Former ids of agents, each with the mode that it still binds. Quote an id with a dot or a space.',
  },
}
