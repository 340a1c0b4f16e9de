/** Why a harness does not start with its config. Nothing that stands in the config is in it. */
export interface ConfigRefusal {
  readonly where: string
  readonly what: string
}

/**
 * What a harness of the first generation says of a config that it refuses (measured on 1.18.33); `null` where it complains of something
 * else. It quotes the config, which may hold keys: only the file, the kind of the fault and its place are taken out of it.
 */
export const parseRefusal = (stderr: string): ConfigRefusal | null => {
  const text = stderr.replace(/\u001b\[[0-9;]*m/g, '')
  const syntax = /Config file at (.+?) is not valid JSON/.exec(text)
  if (syntax?.[1] !== undefined) return { where: syntax[1], what: `it is not valid JSON${faultsIn(text)}` }
  const reference = /Configuration is invalid at (.+?): bad file reference: "\{file:/.exec(text)
  if (reference?.[1] !== undefined)
    return { where: reference[1], what: 'a {file:…} in it names a file that is not there or cannot be read' }
  const shape = /Configuration is invalid at (.+)/.exec(text)
  if (shape?.[1] === undefined) return null
  const faults = [...text.matchAll(/^\s*↳ (Expected [^\n]*?)(?:, got [^\n]*)? ([\w.-]+)$/gm)].map(
    ([, expected, path]) => `${path ?? ''}: ${(expected ?? '').replace(/^E/, 'e').replace(/ \| undefined$/, '')}`,
  )
  return { where: shape[1], what: faults.length === 0 ? 'it does not have the right form' : faults.join('; ') }
}

/** The first of them; the others mostly follow from it. */
const faultsIn = (text: string): string => {
  const [, errors = ''] = text.split('--- Errors ---')
  const [, kind, line, column] = /^\s*(\w+) at line (\d+), column (\d+)/m.exec(errors) ?? []
  return kind === undefined ? '' : `: ${kind} at line ${line ?? ''}, column ${column ?? ''}`
}
