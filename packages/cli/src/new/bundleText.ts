import { manifestWords, packWords, registryFileWords, renderTomlText } from '@active-mode/harness-adapter/library'
import type { ModeWish } from './Wish.js'

/*
 * The texts of the files that `new` writes. docs/registry.md shows them as they stand here. What others wrote, such as the id of an
 * agent, gets in as a TOML string or as one quoted line, and nowhere else.
 */

/** Where the ledgers of a registry without settings lie. */
export const firstLedger = '~/vault/sessions/session-<YYYYMMDD>-<slug>.md'

/** `mode.toml`. */
export const manifestText = ({ mode, agent }: ModeWish): string => `\
#:schema ../.schema/mode.v1.json
# ${manifestWords.title}.

# ${word('schema_version')}
schema_version = "1"

# ${word('mode')}
mode = ${renderTomlText(mode)}

# ${word('agent')}
agent = ${renderTomlText(agent)}

# ${word('card')}
card = "card.md"

# ${word('pack')}
pack = "pack.toml"

[consumer_floors]
# ${word('consumer_floors.plugin')}
plugin = "1"
`

const word = (key: string): string => manifestWords.keys[key] ?? ''

/** `pack.toml`: three phases with a gate of each kind, to be changed into one's own. */
export const packText = (): string => `\
#:schema ../.schema/pack.v1.json
# ${packWords.title}. Change them to what your campaigns need.
#
# Each phase needs at least one gate. Kinds of gates: mechanical (a command decides),
# derived (computed from recorded state), human (only a person decides).

# ${packWords.keys['closing_artifact'] ?? ''}
closing_artifact = "landed change, and a ledger without open items"

[[phases]]
name = "shape"

[[phases.gates]]
name = "go-ahead"
kind = "human"
owner = "owner"
procedure = "Show the items of the campaign to the person. Nothing is built before the answer."

[[phases]]
name = "build"
# ${packWords.keys['phases.roles'] ?? ''}
roles = ["builder"]

[[phases.gates]]
name = "red-green"
kind = "mechanical"
owner = "builder"
procedure = "Write the failing check first. Make the change. Keep both outputs in the ledger."

[[phases]]
name = "verify"

[[phases.gates]]
name = "all-checks-pass"
kind = "mechanical"
owner = "director"
procedure = "Run every check of the project on the whole change."

[[phases.gates]]
name = "every-item-closed"
kind = "derived"
owner = "director"
procedure = "Read the ledger again. Each item is done, or dropped with a reason."

# ${packWords.keys['handoffs'] ?? ''}
# [[handoffs]]
# kind = "open_question"
# target = "another-mode"
`

/** `card.md`. `ledger` is what the block says of where the ledgers lie, one line: the rule must not name another place. */
export const cardText = ({ mode, description }: ModeWish, ledger: string): string => `\
<!-- The card of the mode. The plugin reads only the region between the two marks at the end, and shows its text to the
     director word for word. Change the text between the fences; leave the marks and the fences as they are. -->

# Mode ${mode}
${description === null ? '' : `\n> ${oneLine(description)}\n`}
${directing}

<!-- ACTIVE-MODE-GENERATED: region=ledger-discovery-rule generator=v1 begin -->
\`\`\`text
The ledger of this campaign is ${ledger}
Read it again from disk before you act, also right after a compaction.
Compare every summary with it. Where they differ, the ledger is right.
If several ledgers could be it, or none, ask the person which campaign this is.
Write to it after each step: the phase, the state of each gate, open items, who works on what.
\`\`\`
<!-- ACTIVE-MODE-GENERATED: region=ledger-discovery-rule end -->
`

/** What a director does, in a few sentences. */
export const directing = `\
You direct. You cut the work into items, hand each one to a role, and hold the gates yourself. You write down in the ledger
what was decided and what is open, so that the campaign outlives every context window.`

/** `active-mode.toml`, for a registry that has none and no mode either. */
export const registryFileText = ({ mode }: ModeWish): string => `\
#:schema .schema/active-mode.v1.json
# ${registryFileWords.title}.

# ${registryFileWords.keys['ledger'] ?? ''}
# The rule in each card.md has to name the same place.
ledger = ${renderTomlText(firstLedger)}

# ${registryFileWords.keys['aliases'] ?? ''}
# [aliases]
# "Old Name" = ${renderTomlText(mode)}
`

/** Text of others as one line that is shown as it is: no line end in it can begin a heading, a fence or a mark. */
const oneLine = (text: string): string => {
  const characters = Array.from(text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim())
  return characters.length > mostCharacters ? `${characters.slice(0, mostCharacters).join('')}…` : characters.join('')
}

/** A description is a sentence or a few. */
const mostCharacters = 1_000
