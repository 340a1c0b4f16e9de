import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs'
import { ExportResultCode } from '@opentelemetry/core'
import { JsonLogsSerializer } from '@opentelemetry/otlp-transformer'
import type { LogRecordExporter } from '@opentelemetry/sdk-logs'
import type { Io } from '../../Io.js'

/** Where lines go. Rejects where they cannot be written. */
export interface LineSink {
  readonly write: (lines: string) => Promise<void>
  readonly close: () => void
}

/**
 * Writes each record as a line of OTLP/JSON, as the protocol's file format has it. One record to a line: it can be read without the others,
 * and a line that is cut off costs no other.
 */
export const lineExporter = ({ write, close }: LineSink): LogRecordExporter => ({
  export: (records, done) => {
    const decoder = new TextDecoder()
    const lines = records.map((record) => `${decoder.decode(JsonLogsSerializer.serializeRequest([record]))}\n`)
    write(lines.join('')).then(
      () => done({ code: ExportResultCode.SUCCESS }),
      (error: unknown) =>
        done({ code: ExportResultCode.FAILED, error: error instanceof Error ? error : new Error(String(error)) }),
    )
  },
  forceFlush: () => Promise.resolve(),
  shutdown: () => {
    close()
    return Promise.resolve()
  },
})

/** The stream was closed by its reader, or cannot be written; the latter is said where streams are watched. */
export class StreamClosed extends Error {}

/** Stdout. A reader that has seen enough ends the export. */
export const stdoutSink = ({ stdoutWritten }: Pick<Io, 'stdoutWritten'>): LineSink => ({
  write: async (lines) => {
    if (!(await stdoutWritten(lines))) throw new StreamClosed('stdout is closed')
  },
  close: () => undefined,
})

/** Appends to a file, whole batches only: where the disk takes a part, that is taken back. Throws where the file cannot be opened. */
export const fileSink = (path: string): LineSink => {
  const fd = openSync(path, 'a+', 0o600)
  let isOpen = true
  return {
    write: async (lines) => {
      const { size } = fstatSync(fd)
      try {
        writeAll(fd, Buffer.from(endsWithLine(fd, size) ? lines : `\n${lines}`))
      } catch (error) {
        ftruncateSync(fd, size)
        throw error
      }
    },
    close: () => {
      if (isOpen) closeSync(fd)
      isOpen = false
    },
  }
}

const writeAll = (fd: number, bytes: Buffer): void => {
  for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at)
}

/** Whether the file ends where a line does: a process that was killed may have left a part of one. */
const endsWithLine = (fd: number, size: number): boolean => {
  const last = Buffer.alloc(1)
  return size === 0 || (readSync(fd, last, 0, 1, size - 1) === 1 && last[0] === 10)
}
