import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import {
  cardProblems,
  decodeText,
  fieldOf,
  type FormatProblem,
  manifestProblems,
  packProblems,
  parseTomlFile,
  registryLimits,
} from '@active-mode/harness-adapter/library'
import { namesOrNull } from '../../live/readOrNull.js'
import type { BundleFault } from '../RegistryView.js'

/** All that is wrong in the three files of a bundle, at once: reading it for a decision stops at the first thing. */
export const bundleFaults = (root: string, directory: string): ReadonlyArray<BundleFault> => {
  const folder = join(root, directory)
  const names = namesOrNull(folder)
  if (names === null) return []
  const at = (file: string, problems: ReadonlyArray<FormatProblem>): ReadonlyArray<BundleFault> =>
    problems.map(({ what, edit }) => ({ file: join(folder, file), what, edit }))
  const manifest = tableOf(folder, 'mode.toml', names, wholeManifest(directory))
  const named = (key: 'card' | 'pack', usual: string): string => {
    const file: unknown = E.isRight(manifest) ? fieldOf(manifest.right, key) : undefined
    return typeof file === 'string' && !/[/\\]/.test(file) && file !== '' ? file : usual
  }
  const [packFile, cardFile] = [named('pack', 'pack.toml'), named('card', 'card.md')]
  const pack = tableOf(
    folder,
    packFile,
    names,
    'closing_artifact = "…"\n[[phases]]\nname = "build"\n[[phases.gates]]\nname = "tests-pass"\nkind = "mechanical"\nowner = "director"',
  )
  const card = textOf(folder, cardFile, names, 'a text with the region of the ledger rule in it')
  return [
    ...(E.isRight(manifest) ? at('mode.toml', manifestProblems(directory, manifest.right)) : [manifest.left]),
    ...(E.isRight(pack) ? at(packFile, packProblems(pack.right)) : [pack.left]),
    ...(E.isRight(card) ? at(cardFile, cardProblems(card.right)) : [card.left]),
  ]
}

const wholeManifest = (directory: string): string =>
  `schema_version = "1"\nmode = ${JSON.stringify(directory)}\nagent = ${JSON.stringify(directory)}\ncard = "card.md"\npack = "pack.toml"\n[consumer_floors]\nplugin = "1"`

const tableOf = (folder: string, file: string, names: ReadonlyArray<string>, example: string) => {
  const bytes = bytesOf(folder, file, names, example)
  if (E.isLeft(bytes)) return bytes
  const table = parseTomlFile(file, bytes.right)
  if (E.isRight(table)) return table
  const [, line, column] = /:(\d+):(\d+): /.exec(table.left.detail) ?? []
  return E.left({
    file: join(folder, file),
    what: table.left.detail,
    edit: line === undefined ? asText : `correct line ${line}, column ${column ?? ''}`,
  })
}

const textOf = (
  folder: string,
  file: string,
  names: ReadonlyArray<string>,
  example: string,
): E.Either<BundleFault, string> => {
  const bytes = bytesOf(folder, file, names, example)
  if (E.isLeft(bytes)) return bytes
  const text = decodeText(bytes.right)
  return E.isRight(text)
    ? text
    : E.left({ file: join(folder, file), what: `${file}: ${text.left.detail}`, edit: asText })
}

const asText = 'save it as UTF-8 text, with something in it'

/** The bytes of a file of a bundle, or why there are none and what is to be done. A pipe in its place must not be waited for. */
const bytesOf = (
  folder: string,
  file: string,
  names: ReadonlyArray<string>,
  example: string,
): E.Either<BundleFault, Uint8Array> => {
  const path = join(folder, file)
  if (!names.includes(file)) {
    const other = names.find((name) => name.toLowerCase() === file.toLowerCase())
    return E.left(
      other === undefined
        ? { file: path, what: `${file} is not there`, edit: `write e.g.\n${example}` }
        : { file: join(folder, other), what: `${file} is not there, ${other} is`, edit: `rename it to ${file}` },
    )
  }
  try {
    const opened = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      const state = fstatSync(opened)
      if (!state.isFile())
        return E.left({ file: path, what: `${file} is not a regular file`, edit: 'put a regular file in its place' })
      if (state.size > registryLimits.fileBytes)
        return E.left({ file: path, what: `${file} is larger than 1 MiB`, edit: 'make it shorter' })
      return E.right(readFileSync(opened))
    } finally {
      closeSync(opened)
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    return E.left({
      file: path,
      what: `${file} cannot be read: ${code}`,
      edit: code === 'ENOENT' ? 'replace the broken link by a file' : `make it readable: chmod u+r ${path}`,
    })
  }
}
