import { readFileSync, statSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { decodeText } from '@active-mode/harness-adapter/library'
import { Refusal } from '../../Io.js'
import { configFolder, ownFolder, type SetupSettings } from '../../setup/live/configSources.js'
import { sayError } from '../../show/text.js'
import { parseAgentFile } from '../parseAgentFile.js'

/** An agent as its own file tells of it. */
export interface LikeAgent {
  /** As the harness names it, by the file's place below its folder of agents. */
  readonly id: string
  /** Whether the file lies where the harness looks for agents, there or in the project that it belongs to. */
  readonly isInPlace: boolean
  /** The name in the front matter, where it is another one: only 1.x goes by it. */
  readonly otherName: string | null
  readonly description: string | null
}

/** The most bytes that are read. */
const mostBytes = 1024 * 1024

/** Reads the Markdown file of an agent. Throws a Refusal that says what is wrong with it. */
export const readLike = (path: string, settings: SetupSettings): LikeAgent => {
  const refuse = (why: string): never => {
    throw new Refusal(`--like ${path}: ${why}; name the Markdown file of an agent, or give --agent ID instead`)
  }
  if (!path.endsWith('.md')) return refuse('this is no Markdown file')
  const text = decodeText(bytesOf(path, refuse))
  if (E.isLeft(text) && text.left.why === 'invalid') return refuse(text.left.detail)
  const read = parseAgentFile(E.isRight(text) ? text.right : '')
  if (E.isLeft(read)) return refuse(read.left)
  const { id, isInPlace } = placeOf(path, settings)
  const { name, description } = read.right
  return { id, isInPlace, otherName: name === null || name === id ? null : name, description }
}

const bytesOf = (path: string, refuse: (why: string) => never): Uint8Array => {
  const bytes = E.tryCatch(
    () => {
      // A pipe would be waited for.
      const state = statSync(path)
      return state.isFile() && state.size <= mostBytes ? readFileSync(path) : null
    },
    (error) => `it cannot be read (${sayError(error)})`,
  )
  if (E.isLeft(bytes)) return refuse(bytes.left)
  return bytes.right ?? refuse('this is no regular file, or one larger than 1 MiB')
}

/** The id that the harness gives an agent's file: its path below `agent` or `agents`; of a file elsewhere, its name. */
const placeOf = (path: string, settings: SetupSettings): Pick<LikeAgent, 'id' | 'isInPlace'> => {
  const project = /^(.*?[\\/]\.opencode)[\\/]/.exec(path)?.[1]
  const folders = [configFolder(settings), ownFolder(settings), ...(project === undefined ? [] : [project])]
  const below = folders
    .flatMap((folder) => ['agent', 'agents'].map((name) => `${join(folder, name)}${sep}`))
    .find((start) => path.startsWith(start))
  const name = below === undefined ? basename(path) : path.slice(below.length).split(sep).join('/')
  return { id: name.slice(0, -'.md'.length), isInPlace: below !== undefined }
}
