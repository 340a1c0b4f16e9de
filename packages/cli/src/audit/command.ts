import { Option } from 'commander'
import { logOption, type Register } from '../Command.js'
import { audit, type AuditOptions } from './audit.js'

export const registerAudit: Register = (cli) => {
  cli
    .command(
      'audit',
      'Checks every logged decision: decides it again, and compares the log with what the harness stored of each session.',
      [
        'active-mode audit',
        'active-mode audit --since 7d --html audit.html',
        'active-mode audit --log ./decisions --store ./opencode.db --json | jq .totals',
        'active-mode audit --log ./decisions --export session.json --vault ~/vault',
      ],
    )
    .option(...logOption)
    .addOption(
      new Option(
        '--store <file>',
        "the harness's opencode.db, opened read only, also while the harness runs (default, if --log is not given: the file that OPENCODE_DB names, else opencode.db or opencode-CHANNEL.db in the harness's data folder)",
      ).conflicts('export'),
    )
    .option(
      '--export <file>',
      'instead of a store: a file that `opencode export SESSION` (2.x: `opencode session export SESSION`) wrote',
    )
    .option('--session <id>', 'only this session')
    .option(
      '--since <time>',
      'only from this time on: a date or time in your time zone, e.g. 2026-11-30 or 2026-11-30T12:00, or a span before now, e.g. 7d',
    )
    .option('--vault <dir>', 'the folder with your ledgers: checks that the ledgers that summaries name exist there')
    .option('--json', 'one JSON document, as dist/schema/audit-report.v1.json of this package describes it')
    .option(
      '--rows',
      'with --json: also every request, compaction and gap that the page would show; they wait in a temporary file until the findings are over',
    )
    .option(
      '--html <file>',
      'also write a page with a timeline of each session: one file, no network needed. - writes it to stdout, and the report to stderr',
    )
    .option(
      '--share',
      'for sharing: writes ~ for home folders and leaves out the titles of sessions, in every form of the report',
    )
    .option(
      '--require-store',
      'exit code 2 unless both the log and the session store were read and have a session in common',
    )
    .action(cli.run((options: AuditOptions) => audit(cli, options)))
}
