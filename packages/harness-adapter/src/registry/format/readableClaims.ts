import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { isAgentId } from './agentId.js'
import { parseToml } from './parseToml.js'
import { isSlug } from './slug.js'
import { fieldOf, type TomlTable } from './TomlTable.js'

/**
 * The agent ids that can be read in a manifest, whole or not (design 4): its `agent`, or where it has none its mode's
 * name, as in a manifest older than the binding. They may be fewer than it claims, so alone they make no claims known.
 */
export const readableClaims = (table: TomlTable): ReadonlyArray<string> => {
  const agent = fieldOf(table, 'agent')
  const mode = fieldOf(table, 'mode')
  return isAgentId(agent) ? [agent] : agent === undefined && isSlug(mode) ? [mode] : []
}

/** The same of a text that is no TOML as a whole: each line that sets `agent` may be TOML by itself. */
export const readableLines = (text: string): ReadonlyArray<string> => {
  const agents = claimsIn(text.match(agentLine))
  return agents.length > 0 ? agents : claimsIn(text.match(modeLine))
}

const agentLine = /^[\t ]*(?:agent|"agent"|'agent')[\t ]*=[^\r\n]*/gm

const modeLine = /^[\t ]*(?:mode|"mode"|'mode')[\t ]*=[^\r\n]*/gm

/** More such lines are no manifest; each costs a call of the parser. */
const mostLines = 16

const claimsIn = (lines: ReadonlyArray<string> | null): ReadonlyArray<string> => [
  ...new Set(
    (lines ?? []).slice(0, mostLines).flatMap((line) =>
      pipe(
        parseToml(line),
        E.match(() => [], readableClaims),
      ),
    ),
  ),
]
