import { fieldsOf } from './environment/foreign.js'
import { type Hook, hooksOf } from './opencode1/hooks.js'
import { livePorts } from './opencode1/live/livePorts.js'
import { createProgram } from './opencode1/program.js'
import { decodeOptions } from './options/decodeOptions.js'

/** The plugin for the harness 1.x, and the only export: the harness calls every function that this file exports. */
export default async function activeMode(input: unknown, given?: unknown): Promise<Readonly<Record<string, Hook>>> {
  const { options, problems } = decodeOptions(given)
  const ports = livePorts(fieldsOf(input), options)
  problems.forEach((message) => ports.journal.write({ level: 'warn', message }))
  return hooksOf(createProgram(ports, options), ports.journal)
}
