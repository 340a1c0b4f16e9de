import { randomUUID } from 'node:crypto'
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { registrySchemas } from '@active-mode/harness-adapter/library'
import { Refusal } from '../../Io.js'
import { sayError } from '../../show/text.js'
import { filesOf, type Plan } from '../planFiles.js'
import type { NewFile } from '../Wish.js'

/** Whether something lies at a path, be it a link that leads nowhere. */
export const isTaken = (path: string): boolean => {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    // What is in the way is named when something is written there.
    return false
  }
}

/** The names of the schemas in a registry that say what this version would write. */
export const currentSchemas = (registry: string): ReadonlyArray<string> =>
  registrySchemas
    .filter(({ name, schema }) => textAt(join(registry, '.schema', name)) === `${JSON.stringify(schema, null, 2)}\n`)
    .map(({ name }) => name)

const textAt = (path: string): string | null => {
  try {
    return lstatSync(path).isFile() ? readFileSync(path, 'utf8') : null
  } catch {
    return null
  }
}

/**
 * Writes a plan. The bundle is made in a folder whose name begins with a dot, which nobody reads, and gets its name when it is
 * whole, so no request meets half of it. It comes last: where something fails, the command can simply be run again. No file that is there is overwritten, but schemas of another version.
 */
export const writePlan = (plan: Plan, registry: string, mode: string): void => {
  const written: NewFile[] = []
  try {
    // A bundle says what a director is told: it is for nobody else to write.
    mkdirSync(registry, { recursive: true, mode: 0o700 })
    for (const file of plan.schemas) written.push(renamed(file))
    if (plan.settings !== null) written.push(created(plan.settings))
    if (plan.agentFile !== null) written.push(created(plan.agentFile))
    writeBundle(plan, registry, mode)
  } catch (error) {
    const missing = filesOf(plan).find((file) => !written.includes(file))?.path ?? registry
    const done =
      written.length === 0 ? 'nothing was written' : `written were ${written.map(({ path }) => path).join(', ')}`
    throw new Refusal(
      `${missing} cannot be written (${sayError(error)}); ${done}; make its folder writable and try again`,
    )
  }
}

const writeBundle = ({ bundle }: Plan, registry: string, mode: string): void => {
  const draft = join(registry, `.new-${randomUUID()}`)
  try {
    mkdirSync(draft)
    for (const { name, text } of bundle) writeFileSync(join(draft, name), text, { flush: true })
    if (isTaken(join(registry, mode))) throw new Error('somebody else has just written it')
    renameSync(draft, join(registry, mode))
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** A file that must not be there yet. */
const created = (file: NewFile): NewFile => {
  mkdirSync(dirname(file.path), { recursive: true, mode: 0o700 })
  writeFileSync(file.path, file.text, { flag: 'wx', flush: true })
  return file
}

/** A file that takes the place of another one in one step. */
const renamed = (file: NewFile): NewFile => {
  mkdirSync(dirname(file.path), { recursive: true })
  const draft = `${file.path}.${String(process.pid)}.tmp`
  writeFileSync(draft, file.text, { flush: true })
  renameSync(draft, file.path)
  return file
}
