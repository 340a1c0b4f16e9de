import { Option } from 'commander'
import { integer, npmCommand, runNpm } from '../../../tools/build/npmCommand.js'
import { forks } from './harness/forks.js'

/*
 * The programs of the laboratory, as npm runs them: what each takes, and the module that does it, which is loaded only where it is run.
 * Each answers with its exit code, or with one sentence about options that do not go together.
 */

type Outcome = number | string

/** The options of a command as commander hands them over, and the command itself, for what is wrong with them. */
const ended =
  <O>(run: (options: O) => Promise<Outcome>) =>
  async (options: O, command: { readonly error: (text: string) => never }): Promise<void> => {
    const outcome = await run(options)
    if (typeof outcome === 'string') command.error(outcome)
    else process.exitCode = outcome
  }

const again = 'the same again; without it another each time'

const start = npmCommand(
  'start',
  'Plays one director session through a compaction on the real harness, against a stand-in model: a table of its requests, and the block itself.',
).action(ended(async () => (await import('./commands/start.js')).start()))

const availability = npmCommand(
  'availability',
  'Runs the availability fixture on a harness and writes its record, which is also printed as one JSON line. Exit 1: the run failed, or a harness that the code was built for is not as expected. Exit 2: usage.',
)
  .option(
    '--harness <version>',
    `another published version of the harness than the pinned one (fetched once, kept outside the workspace), or FORK@VERSION of a fork: ${forks.map(({ name }) => name).join(', ')}; a version 2.x runs the fixture of the second generation`,
  )
  .option('--records <folder>', 'write the record there instead of packages/fixtures/availability/records')
  .option(
    '--accept',
    'make what was found the expectation the code is held to (expected.json, of the second generation expected-2.json)',
  )
  .action(ended(async (options: object) => (await import('./commands/availability.js')).availability(options)))

const harness = npmCommand(
  'harness',
  'Fetches harnesses ahead of time, into $ACTIVE_MODE_HARNESS_CACHE, else into active-mode/harness in $XDG_CACHE_HOME or ~/.cache. The last line is one JSON object: where each executable is, or how many integrities there are. Exit 1: one cannot be had. Exit 2: usage.',
)
  .option(
    '--version <version>',
    'that one, or FORK@VERSION; may be given several times; without it those that the tests run',
    (version: string, before: ReadonlyArray<string> | undefined) => [...(before ?? []), version],
  )
  .option(
    '--pin',
    'write what the registry states as the integrity of their packages for this platform into packages/lab/harness-integrity.json, and fetch nothing',
  )
  .option('--all-platforms', 'with --pin: of their packages for every platform')
  .action(ended(async (options: object) => (await import('./commands/harness.js')).harness(options)))

const laws = npmCommand(
  'laws',
  'Checks every law of the decision at scale. The last line is one JSON object. Exit 1: a law is broken. Exit 2: usage.',
)
  .option('--runs <n>', 'so many cases a law', integer(1), 1000)
  .option('--seed <s>', again, integer(0))
  .option('--law <name>', 'only that law; docs/laws.md has the names')
  .option('--path <p>', 'with --law and --seed: the one case that a failure named')
  .option('--page', 'write docs/laws.md and run nothing')
  .action(ended(async (options: { readonly runs: number }) => (await import('./commands/laws.js')).laws(options)))

const soak = npmCommand('soak', 'Plays random sessions on the real harness and checks every request on the wire.')
  .addOption(new Option('--generation <g>', "the harness's generation").choices(['1', '2']).default('1'))
  .option('--turns <n>', 'stop after so many turns', integer(0), 100)
  .option('--seed <s>', again, integer(0))
  .option(
    '--keep <dir>',
    "leave the decision log and the harness's store there, for: active-mode audit --log DIR/decisions --store DIR/opencode.db",
  )
  .addHelpText(
    'after',
    `
The last line is one JSON object. wrong: turns that were told another posture; missing: turns of a director without a block; spurious:
turns of a copilot with one; errors: what went wrong beside that; auxiliary: requests that the harness made for itself.
On generation 1, conflicts: turns whose session had another agent selected than the one the turn was for; settled: those of them that were
told what is true; doubts: turns that were told "unresolvable" since the evidence conflicts.
On generation 2 a request beside the turns counts as a turn; failedByHarness: runs that the harness failed by itself while it set up plugins
again; unconfirmed: decisions whose request the harness gave up.
Exit 1: a turn was told a wrong posture, or there were errors. Exit 2: usage.`,
  )
  .action(
    ended(async (options: { readonly generation: '1' | '2'; readonly turns: number }) =>
      (await import('./commands/soak.js')).soak(options),
    ),
  )

const matrix = npmCommand(
  'matrix',
  'Runs the availability fixture on every recorded version of the harness and compares with the records; then the shipped plugin on each, which has to do what the contract of the version promises.',
)
  .option(
    '--accept',
    'replace the records that changed by the fresh ones (a failed run replaces none of a run that came to its end)',
  )
  .addHelpText(
    'after',
    `
The last line is { "versions": N, "changed": [VERSION, …], "failed": [VERSION, …] }; failed are those on which the shipped plugin does not
do what its contract promises, and the ways of naming it in which it does not arrive. Exit 1: one failed, a record changed and was not
replaced, or there is none. Exit 2: usage.`,
  )
  .action(ended(async (options: { readonly accept?: true }) => (await import('./commands/matrix.js')).matrix(options)))

const fuzz = npmCommand(
  'fuzz',
  'Changes the bytes of whole bundles and takes each all the way to the block. The first inputs that fail in one way are minimised and saved under packages/fixtures/corpus/. The last line is one JSON object. Exit 1: an input broke a promise. Exit 2: usage.',
)
  .option('--runs <n>', 'so many inputs', integer(0), 10_000)
  .option('--seed <s>', again, integer(0))
  .option('--from <r>', 'begin with run R: --seed S --from R --runs 1 has run R again', integer(0), 0)
  .action(
    ended(async (options: { readonly runs: number; readonly from: number }) =>
      (await import('./commands/fuzz.js')).fuzz(options),
    ),
  )

const bench = npmCommand(
  'bench',
  'Measures every figure of the performance table in one run, target beside figure; the last line is one JSON object. Takes minutes. Exit 2: usage.',
)
  .option('--strict', 'a missed target is exit code 1')
  .action(ended(async (options: { readonly strict?: true }) => (await import('./commands/bench.js')).bench(options)))

await runNpm(start, availability, harness, laws, soak, matrix, fuzz, bench)
