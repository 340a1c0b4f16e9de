import { type Logger, SeverityNumber } from '@opentelemetry/api-logs'
import { type ExportResult, ExportResultCode } from '@opentelemetry/core'
import { detectResources, envDetector, type Resource, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchLogRecordProcessor, LoggerProvider, type LogRecordExporter } from '@opentelemetry/sdk-logs'
import { attributesOf, type LogEvent, type Severity } from '../LogEvent.js'

/** Sends events as OpenTelemetry log records, a batch at a time. */
export interface Emitter {
  /** Sends at most `batchSize` events. `null` once all of them were taken, else why not. */
  readonly send: (events: ReadonlyArray<LogEvent>) => Promise<Error | null>
  readonly end: () => Promise<void>
}

/** The most records of a request. */
export const batchSize = 512

const numberOf: Readonly<Record<Severity, SeverityNumber>> = {
  INFO: SeverityNumber.INFO,
  WARN: SeverityNumber.WARN,
  ERROR: SeverityNumber.ERROR,
}

/**
 * Emits through the SDK of OpenTelemetry: its batch processor, its exporters. The processor tells nobody how a batch ended, and drops
 * what it has no room for; so it is given no more than one batch, is flushed, and its exporter is listened to. `exportMs` is the longest
 * that the exporter takes for a batch.
 */
export const createEmitter = (exporter: LogRecordExporter, exportMs: number): Emitter => {
  const results: ExportResult[] = []
  const processor = new BatchLogRecordProcessor({
    exporter: {
      export: (records, done) =>
        exporter.export(records, (result) => {
          results.push(result)
          done(result)
        }),
      forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
      shutdown: () => exporter.shutdown(),
    },
    maxExportBatchSize: batchSize,
    maxQueueSize: batchSize,
    exportTimeoutMillis: exportMs * 2,
  })
  // What the person says of this machine, such as host.name, by the standard variables.
  const machine = detectResources({ detectors: [envDetector] })
  const loggers = new Map<string, Logger>()
  const loggerOf = ({ plugin, harness }: LogEvent): Logger => {
    const key = JSON.stringify([plugin, harness])
    const known = loggers.get(key)
    if (known !== undefined) return known
    const resource = machine.merge(resourceOf(plugin, harness))
    const logger = new LoggerProvider({ resource, processors: [processor] }).getLogger('active-mode')
    loggers.set(key, logger)
    return logger
  }
  return {
    send: async (events) => {
      results.length = 0
      for (const event of events) {
        const time: [number, number] = [Math.floor(event.at / 1000), (event.at % 1000) * 1_000_000]
        loggerOf(event).emit({
          eventName: event.name,
          timestamp: time,
          // The plugin saw it when it decided. A clock of now would make the same export differ each time.
          observedTimestamp: time,
          severityNumber: numberOf[event.severity],
          severityText: event.severity,
          attributes: Object.fromEntries(
            Object.entries(event.attributes).map(([name, value]) => [name, isList(value) ? [...value] : value]),
          ),
        })
      }
      await processor.forceFlush()
      const failed = results.find(({ code }) => code !== ExportResultCode.SUCCESS)
      if (failed !== undefined) return failed.error ?? new Error('it was not taken')
      return results.length === 0 && events.length > 0 ? new Error('it was not answered') : null
    },
    end: () => processor.shutdown(),
  }
}

const isList = (value: unknown): value is ReadonlyArray<string> => Array.isArray(value)

const resourceOf = (plugin: string | null, harness: string | null): Resource =>
  resourceFromAttributes({
    ...attributesOf({
      'service.name': 'active-mode',
      'service.version': plugin,
      'active_mode.harness.version': harness,
    }),
  } as Record<string, string>)
