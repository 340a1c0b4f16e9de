import { stringify } from 'yaml'
import { directing } from './bundleText.js'
import type { ModeWish } from './Wish.js'

/**
 * The path of an agent's file below a config folder of the harness, in both generations; `null` where no file can carry the id.
 * A `/` in the id is a folder, and every other character but `\` stands in the name as it is (tried on 1.18.33 and 2.0.15).
 */
export const agentFilePath = (id: string): string | null =>
  id.split('/').every(isFileName) && !id.includes('\\') ? `agent/${id}.md` : null

/** The most bytes that a name may have on the usual file systems, the ending left out. */
const mostBytes = 255 - '.md'.length

const isFileName = (part: string): boolean =>
  part !== '' && part !== '.' && part !== '..' && new TextEncoder().encode(part).length <= mostBytes

/** What the agent is, where nobody said. */
const descriptionOf = ({ mode, description }: ModeWish): string => description ?? `Directs campaigns of mode ${mode}.`

/** What the agent is told beside the block. */
const promptOf = ({ mode }: ModeWish): string =>
  `You are the director of mode ${mode}. ${directing.replaceAll('\n', ' ').replace(/^You direct\. /, '')}
Your phases, your gates and the way to your ledger stand in the section on Active mode of your instructions. Read the ledger first.`

/** The file of the agent. */
export const agentFileText = (wish: ModeWish): string => `\
---
description: ${yamlText(descriptionOf(wish))}
mode: primary
---

${promptOf(wish)}
`

/** A text as a YAML string on one line, with its quotes. */
const yamlText = (text: string): string =>
  stringify(text, {
    defaultStringType: 'QUOTE_DOUBLE',
    lineWidth: 0,
    doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
  }).trim()

/** The same for the harness's config, as JSON. */
export const agentConfig = (wish: ModeWish): Readonly<Record<string, unknown>> => ({
  agent: { [wish.agent]: { description: descriptionOf(wish), mode: 'primary', prompt: promptOf(wish) } },
})
