import { type Dirent, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Fields } from '../../Fields.js'

/** The agents that lie as Markdown files in a config folder, by id, as far as their front matter says who they are. Links are followed, as the harness does. */
export const agentsInFolder = (folder: string): Fields =>
  Object.fromEntries(
    ['agent', 'agents', 'mode', 'modes'].flatMap((name) => {
      const root = join(folder, name)
      // The registry itself may lie in a folder `modes`: its cards are deeper than the harness looks for agents there.
      return markdownIn(root, name.startsWith('agent') ? [] : null).map((file) => {
        const agent = frontMatterOf(file)
        return [agent.name ?? file.slice(root.length + 1, -'.md'.length), agent] as const
      })
    }),
  )

/** All Markdown files below a folder; `above` are the real paths of the folders that lead there, and `null` where only the folder itself is looked at. */
const markdownIn = (folder: string, above: ReadonlyArray<string> | null): ReadonlyArray<string> =>
  entriesOf(folder).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (/\.md$/.test(entry.name) && isOf(path, 'isFile')) return [path]
    const real = above !== null && isOf(path, 'isDirectory') ? realpathSync(path) : null
    return above === null || real === null || above.includes(real) ? [] : markdownIn(path, [...above, real])
  })

const entriesOf = (folder: string): ReadonlyArray<Dirent> => {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

const isOf = (path: string, kind: 'isFile' | 'isDirectory'): boolean => {
  try {
    return statSync(path)[kind]()
  } catch {
    return false
  }
}

/** Two keys are wanted, each on a line of its own; the harness reads all of them, as YAML. */
const frontMatterOf = (file: string): { readonly name?: string; readonly disable?: boolean } => {
  try {
    const [, front = ''] = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---/.exec(readFileSync(file, 'utf8')) ?? []
    const [, , name] = /^name:[ \t]*(["']?)(.+?)\1[ \t]*$/m.exec(front) ?? []
    return {
      ...(name === undefined ? {} : { name }),
      ...(/^disable:[ \t]*true[ \t]*$/m.test(front) ? { disable: true } : {}),
    }
  } catch {
    return {}
  }
}
