import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { type AuditEvent, rowOf } from '../../audit/AuditEvent.js'
import type { Finding } from '../../audit/Finding.js'
import { Refusal } from '../../Io.js'
import { sayError } from '../../show/text.js'
import type { PageHead, PageMark } from '../PageData.js'
import { pageSession } from '../pageSession.js'

/** The page of an audit while it is made. Of a session that is over it holds the compressed data only. */
export interface Page {
  readonly add: (event: AuditEvent) => void
  /** The whole page: one file that needs nothing else. */
  readonly end: (head: PageHead) => string
}

export interface PageSettings {
  /** The built page without its data. */
  readonly template: string
  /** The harness makes titles from prompts, so not everybody may see them. */
  readonly withTitles: boolean
  /** Applied to every value that the page shows. */
  readonly shown: <A>(value: A) => A
}

/** Where the built page takes its data: the head as JSON, then a line for each piece of the sessions, compressed and in base64. */
const dataSlot = '/*active-mode-data*/'

/** So many characters of JSON are compressed at once. */
const pieceLength = 1_000_000

/** Begins a page. */
export const createPage = ({ template, withTitles, shown }: PageSettings): Page => {
  const pieces: string[] = []
  const files = new Map<string, number>()
  let open: {
    readonly session: Extract<AuditEvent, { _tag: 'session' }>['session']
    readonly rows: PageMark[]
    readonly findings: Finding[]
  } | null = null
  let waiting: string[] = []
  let length = 0

  const compress = (): void => {
    if (waiting.length > 0) pieces.push(gzipSync(`[${waiting.join(',')}]`).toString('base64'))
    waiting = []
    length = 0
  }

  /** A session that has nothing to show is left out. */
  const close = (): void => {
    if (open === null || open.rows.length + open.findings.length === 0) return
    const json = JSON.stringify(shown(pageSession(open, (file) => files.get(file) ?? 0)))
    waiting.push(json)
    length += json.length
    if (length > pieceLength) compress()
  }

  return {
    add: (event) => {
      if (event._tag === 'session') {
        close()
        const { session } = event
        open = { session: withTitles ? session : { ...session, title: null }, rows: [], findings: [] }
        return
      }
      const place =
        event._tag === 'finding' ? event.finding.place : event._tag === 'request' ? event.request.place : null
      if (place !== null && !files.has(place.file)) files.set(place.file, files.size)
      const row = rowOf(event)
      if (row !== null) open?.rows.push(row)
      if (event._tag === 'finding') open?.findings.push(event.finding)
    },
    end: ({ scope, coverage, notices, totals }) => {
      close()
      compress()
      const slot = template.indexOf(dataSlot)
      // No text of a log can end the script element that holds it.
      const data = [JSON.stringify({ scope, coverage, notices, totals }).replaceAll('<', '\\u003c'), ...pieces].join(
        '\n',
      )
      return `${template.slice(0, slot)}${data}${template.slice(slot + dataSlot.length)}`
    },
  }
}

/** Writes a page. Throws a Refusal where the disk refuses. */
export const writePage = (path: string, html: string): void => {
  try {
    writeFileSync(path, html)
  } catch (error) {
    throw new Refusal(`${path} cannot be written (${sayError(error)}); give --html another path`)
  }
}
