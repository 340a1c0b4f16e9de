import { Option } from 'commander'
import { logOption, type Register } from '../Command.js'
import type { ExportOptions } from './live/runExport.js'

export const registerExport: Register = (cli) => {
  cli
    .command(
      'export',
      'Writes each logged decision as an OpenTelemetry log record (OTLP/JSON), for the collectors and engines that you already run.',
      [
        'active-mode export > decisions.jsonl',
        'active-mode export --since 7d | jq -c .resourceLogs[0].scopeLogs[0].logRecords[0]',
        'OTEL_RESOURCE_ATTRIBUTES=host.name=anna active-mode export --endpoint http://localhost:4318 --follow',
      ],
    )
    .option(...logOption)
    .addOption(
      new Option(
        '--file <file>',
        'append what was not exported yet to a file, one record to a line (default: everything to stdout)',
      ).conflicts('endpoint'),
    )
    .option(
      '--endpoint <url>',
      'send what was not exported yet to an OTLP/HTTP endpoint: its address, to which v1/logs is added unless it ends so',
    )
    .option(
      '--state <file>',
      'where to keep how far each file of the log was exported (default, with --file or --endpoint: export-….json in the folder that holds the log)',
    )
    .option(
      '--since <time>',
      'only from this time on: a date or time in your time zone, e.g. 2026-11-30 or 2026-11-30T12:00, or a span before now, e.g. 7d',
    )
    .option('--follow', 'go on while the harness runs, until Ctrl-C')
    // What stands behind it is only loaded when it is needed.
    .action(
      cli.run(async (options: ExportOptions) => {
        const { runExport } = await import('./live/runExport.js')
        return runExport(cli.io, options)
      }),
    )
}
