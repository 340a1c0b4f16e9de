import { createTwoFilesPatch } from 'diff'
import { plainText } from '../show/text.js'

/** A file that a command changes: `null` where there is none, before or after. */
export interface FileChange {
  readonly file: string
  readonly before: string | null
  readonly after: string | null
}

/** The change as a diff. Lines around it are left out, since a config may hold keys. */
export const renderChange = ({ file, before, after }: FileChange): string =>
  createTwoFilesPatch(
    before === null ? '/dev/null' : file,
    after === null ? '/dev/null' : file,
    before ?? '',
    after ?? '',
    undefined,
    undefined,
    { context: 0 },
  )
    .split('\n')
    .filter((line) => !/^(?:=+$|Index: |\\ No newline)/.test(line))
    .map((line) => plainText(shorten(line.replace(/\r$/, ''))))
    .join('\n')
    .trimEnd()

/** A config may be one long line. */
const mostShown = 240

const shorten = (line: string): string => (line.length > mostShown ? `${line.slice(0, mostShown)}…` : line)
