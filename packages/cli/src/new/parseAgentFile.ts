import * as E from 'fp-ts/lib/Either.js'
import { parse } from 'yaml'
import { fieldsOf, textOf } from '../Fields.js'

/** What an agent's own file says of it. */
export interface AgentFile {
  readonly description: string | null
  /** The id that the file gives the agent; the harness 1.x prefers it to the file's name, and 2.x does not read it. */
  readonly name: string | null
}

/** Reads the front matter of an agent's file. The error says what is wrong with it, and shows nothing of it. */
export const parseAgentFile = (text: string): E.Either<string, AgentFile> => {
  const front = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/.exec(text)
  if (front === null) return E.right({ description: null, name: null })
  try {
    // Aliases are of no use here, and can make much of little.
    const fields = fieldsOf(parse(front[1] ?? '', { maxAliasCount: 0, logLevel: 'error', schema: 'core' }))
    return E.right({ description: filled(fields['description']), name: filled(fields['name']) })
  } catch {
    return E.left('its front matter is no YAML')
  }
}

const filled = (value: unknown): string | null => {
  const text = textOf(value)
  return text === null || text.trim() === '' ? null : text
}
