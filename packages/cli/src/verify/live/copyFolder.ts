import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { namesIn, readTextOrNull } from '../../live/readOrNull.js'

/** Copies a registry: folders and regular files. What is a link, or cannot be read, is linked to, so that it is as good or bad there as at home. */
export const copyRegistry = (from: string, to: string): void => {
  if (existsSync(to) || statSync(from, { throwIfNoEntry: false })?.isDirectory() !== true) return
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory() && isReadable(source)) copyRegistry(source, target)
    else if (entry.isFile() && attempt(() => copyFileSync(source, target))) continue
    else if (entry.isFile()) symlinkSync(source, target)
    else symlinkSync(attemptValue(() => realpathSync(source)) ?? source, target)
  }
}

/** What a config folder holds beside its config files: agents and commands are copied, plugins, tools and skills linked to. */
export const copyConfigFolder = (from: string, to: string, leaveOut: ReadonlyArray<string>): void => {
  for (const name of ['agent', 'agents', 'command', 'commands']) copyMarkdown(join(from, name), join(to, name), true)
  for (const name of ['mode', 'modes']) copyMarkdown(join(from, name), join(to, name), false)
  // A plugin may be a folder, which its key leads into.
  const isWanted = (path: string): boolean => !leaveOut.some((key) => key === path || dirname(key) === path)
  for (const name of ['plugin', 'plugins']) linkEntries(join(from, name), join(to, name), isWanted)
  for (const name of ['tool', 'tools', 'skill', 'skills']) linkEntries(join(from, name), join(to, name), () => true)
}

/** An empty repository: the harness looks for config in the folders above the project, and stops at its root. */
export const putRepository = (folder: string): void => {
  putText(join(folder, '.git', 'HEAD'), 'ref: refs/heads/main\n')
  putText(join(folder, '.git', 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = false\n')
  for (const name of ['objects', 'refs']) mkdirSync(join(folder, '.git', name), { recursive: true })
}

/** Links each entry of a folder, so that a plugin finds what lies beside it at home: the runtime follows links. `isWanted` is asked for each path. */
const linkEntries = (from: string, to: string, isWanted: (path: string) => boolean): void => {
  const names = namesIn(from)
  if (names.length === 0) return
  mkdirSync(to, { recursive: true })
  for (const name of names) if (isWanted(join(from, name))) symlinkSync(join(from, name), join(to, name))
}

/** Copies the Markdown files of a folder, each without the model that it names; `isDeep`: those of the folders in it as well. */
const copyMarkdown = (from: string, to: string, isDeep: boolean, above: ReadonlyArray<string> = []): void => {
  for (const name of namesIn(from)) {
    const [source, target] = [join(from, name), join(to, name)]
    const state = statSync(source, { throwIfNoEntry: false })
    if (state?.isFile() === true && name.endsWith('.md')) putText(target, withoutModel(readTextOrNull(source) ?? ''))
    const real = isDeep && state?.isDirectory() === true ? realpathSync(source) : null
    if (real !== null && !above.includes(real)) copyMarkdown(source, target, true, [...above, real])
  }
}

/** Copies one text file, where it is there and can be read. */
export const copyText = (from: string, to: string): void => {
  const text = readTextOrNull(from)
  if (text !== null) putText(to, text)
}

/** Writes a file that only this user may read, with the folders above it. */
export const putText = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text, { mode: 0o600 })
}

/** The front matter of an agent or a command may name a model of a provider that the copy does not have. */
const withoutModel = (text: string): string =>
  text.replace(/^(\uFEFF?---\r?\n)([\s\S]*?)(\r?\n---)/, (_, open: string, front: string, close: string) => {
    const lines = front.split('\n').filter((line) => !/^(?:model|variant):/.test(line))
    return `${open}${lines.join('\n')}${close}`
  })

const isReadable = (folder: string): boolean => attempt(() => readdirSync(folder))

const attempt = (act: () => unknown): boolean => {
  try {
    act()
    return true
  } catch {
    return false
  }
}

const attemptValue = <A>(get: () => A): A | null => {
  try {
    return get()
  } catch {
    return null
  }
}
