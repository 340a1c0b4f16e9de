import { OTLPExporterBase, OTLPExporterError } from '@opentelemetry/otlp-exporter-base'
import { convertLegacyHttpOptions, createOtlpHttpExportDelegate } from '@opentelemetry/otlp-exporter-base/node-http'
import {
  type IExportLogsServiceResponse,
  type ISerializer,
  JsonLogsSerializer,
  LogsExporterMetricsHelper,
} from '@opentelemetry/otlp-transformer'
import type { LogRecordExporter, ReadableLogRecord } from '@opentelemetry/sdk-logs'

/** What the endpoint said of records that it took, or did not take. */
export interface Verdict {
  readonly rejected: number
  readonly message: string
}

/** A batch with all its retries takes this long at most, unless OTEL_EXPORTER_OTLP_TIMEOUT says otherwise. Milliseconds. */
const batchMs = 60_000

export interface HttpExporter {
  readonly exporter: LogRecordExporter
  /** The longest that a batch takes, in milliseconds. */
  readonly exportMs: number
}

/**
 * The exporter of OpenTelemetry for OTLP/HTTP with JSON: it retries as the protocol says (429, 502, 503 and 504, Retry-After) and takes headers,
 * certificates, compression and timeout from the standard variables. It is put together here, since the one that is ready made
 * keeps the endpoint's verdict on a batch that it took in part to itself.
 */
export const httpExporter = (url: string, tell: (verdict: Verdict) => void): HttpExporter => {
  const serializer: ISerializer<ReadableLogRecord[], IExportLogsServiceResponse> = {
    serializeRequest: (records) => JsonLogsSerializer.serializeRequest(records),
    deserializeResponse: (bytes) => {
      const response = JsonLogsSerializer.deserializeResponse(bytes)
      const { rejectedLogRecords, errorMessage } = response.partialSuccess ?? {}
      const rejected = Number(rejectedLogRecords ?? 0)
      if (rejected > 0 || (errorMessage ?? '') !== '') tell({ rejected, message: errorMessage ?? '' })
      return response
    },
  }
  const options = convertLegacyHttpOptions({ url, ...timeout() }, 'LOGS', 'v1/logs', {
    'Content-Type': 'application/json',
  })
  return {
    exporter: new OTLPExporterBase(
      createOtlpHttpExportDelegate(
        options,
        serializer,
        'otlp_http_json_log_exporter',
        LogsExporterMetricsHelper,
        undefined,
      ),
    ),
    exportMs: options.timeoutMillis,
  }
}

const timeout = (): { readonly timeoutMillis?: number } =>
  process.env['OTEL_EXPORTER_OTLP_TIMEOUT'] === undefined &&
  process.env['OTEL_EXPORTER_OTLP_LOGS_TIMEOUT'] === undefined
    ? { timeoutMillis: batchMs }
    : {}

/** Whether the endpoint refused a batch for good: sent again, it would be refused again. */
export const isRefused = (error: Error): boolean => error instanceof OTLPExporterError && error.code !== undefined

/** What an export failed with, for a person. */
export const sayExportError = (error: Error): string => {
  if (!(error instanceof OTLPExporterError)) return error.message === '' ? error.name : error.message
  if (error.code === undefined)
    return 'it asked to wait longer than the timeout, or answered 429, 502, 503 or 504 each time'
  const said = (error.data ?? '').replace(/\s+/g, ' ').trim().slice(0, 200)
  return `it answered ${error.code} ${error.message}${said === '' ? '' : `: ${said}`}`
}
