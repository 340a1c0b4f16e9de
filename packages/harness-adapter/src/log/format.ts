/*
 * How the decision log lies on disk, for the plugin that writes it and the tools that read it: a file of lines for each
 * session, files of the same session that were put aside when they were full, and the registries beside them.
 */

/** How every line begins. */
export const lineStart = '{"v":1,'

/** The folder of the registries, inside that of the log. */
export const registriesFolder = 'registries'

/** The log file of a session. An id that does not look like one of the harness is no file name, so such sessions share one. */
export const sessionFile = (sessionId: string): string =>
  /^ses_[0-9A-Za-z]{1,80}$/.test(sessionId) ? `${sessionId}.jsonl` : 'other.jsonl'

/** The name under which a full file is put aside. `now` is in milliseconds; another process may do the same. */
export const asideFile = (file: string, now: number, processId: number): string =>
  file.replace(/\.jsonl$/, `.${now.toString(36)}-${processId}.jsonl`)

/** What the name of a log file says. */
export interface LogFileName {
  /** The session's id; `other` where sessions share the file. */
  readonly base: string
  /** When it was put aside, in milliseconds since the epoch; `Infinity` for the file that is being written. */
  readonly putAside: number
}

/** `null` where the name is not that of a log file. */
export const parseLogFileName = (name: string): LogFileName | null => {
  const [, base, aside] = /^(ses_[0-9A-Za-z]+|other)(?:\.([0-9a-z]+)[0-9a-z-]*)?\.jsonl$/.exec(name) ?? []
  return base === undefined
    ? null
    : { base, putAside: aside === undefined ? Number.POSITIVE_INFINITY : Number.parseInt(aside, 36) }
}

/** The file of a registry, in the folder of the registries; `null` where the hash is none, which must not lead elsewhere. */
export const registryFileName = (sha256: string): string | null =>
  /^[0-9a-f]{64}$/.test(sha256) ? `${sha256}.json` : null

/** Whether a file in a folder of the log is one of ours, by its name; so is the half of a registry that a process left that died. */
export const isOwnName = (name: string): boolean =>
  parseLogFileName(name) !== null || /^[0-9a-f]{64}\.json(?:\.[0-9a-f-]{36}\.tmp)?$/.test(name)

/** The times at the beginnings of the lines in a text, in milliseconds since the epoch. */
export const timesIn = (text: string): ReadonlyArray<number> =>
  [...text.matchAll(/^\{"v":1,"at":"([^"]+)"/gm)].flatMap(([, at]) => {
    const time = Date.parse(at ?? '')
    return Number.isNaN(time) ? [] : [time]
  })

/** How many lost decisions a line tells of; 0 for any other line. */
export const droppedIn = (line: string): number =>
  Number(/^\{"v":1,"at":"[^"]*","dropped":(\d{1,12})\}$/.exec(line)?.[1] ?? 0)
