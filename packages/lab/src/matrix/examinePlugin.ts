import { readFileSync } from 'node:fs'
import { registryFiles } from '@active-mode/fixtures/registry'
import { type AvailabilityRecord, holds } from '@active-mode/lab/availability'
import {
  askUnderMadeUpSessions,
  blocksOnWire,
  bootHarness,
  type BootOptions,
  fetchHarness,
  type Fork,
  isTurnOnWire,
  type WireRequest,
} from '@active-mode/lab/harness'
import { builtPlugin } from '../../../../tools/build/buildPlugin.js'

/** What the plugin says of a harness whose requests name no session. */
const sessionless = 'a request named no session'

/**
 * Runs the shipped plugin on a recorded version, in a turn of a director. Answers what is not as the version's contract
 * promises, one sentence each: a block in the turn and in no other request; without session ids no block, and one line. Of a fork also
 * what is not as the table of forks says.
 */
export const examinePlugin = async (
  record: AvailabilityRecord,
  say: (line: string) => void,
): Promise<ReadonlyArray<string>> => {
  const binary = await fetchHarness(record.harness, say)
  if (binary._tag === 'missing') return [binary.detail]
  const turns = record.contract === 'none' ? 0 : 1
  const lines = holds(record.facts, 'system-transform-fires-with-session-id') === false ? 1 : 0
  const seen = await directorTurn({ binary, plugins: [builtPlugin] })
  return [
    ...(typeof seen === 'string' ? [seen] : problemsOf(seen, turns, lines)),
    ...(binary.fork === undefined
      ? []
      : await forkProblems(binary.fork, (options) => directorTurn({ binary, ...options }))),
  ]
}

/** What is not as the table of forks says: whether a plugin takes options, and how else it is loaded and gets them. */
const forkProblems = async (
  fork: Fork,
  run: (options: BootOptions) => Promise<Seen | string>,
): Promise<ReadonlyArray<string>> => {
  const { takesOptions, dropIn } = fork.seen
  const named = await run({ plugins: [[builtPlugin, { toast: false }]] })
  const file = await run({ files: { [`${dropIn}/active-mode.js`]: readFileSync(builtPlugin, 'utf8') } })
  const wrapped = await run({ files: { [`${dropIn}/active-mode.js`]: wrapper(builtPlugin) } })
  return [
    ...((typeof named !== 'string') === takesOptions
      ? []
      : [
          `named with options: ${typeof named === 'string' ? named : 'the prompt was answered, though it should fail'}`,
        ]),
    ...(typeof named === 'string' ? [] : problemsOf(named, 1, 0).map((problem) => `named with options: ${problem}`)),
    ...(typeof file === 'string' ? [file] : problemsOf(file, 1, 0)).map(
      (problem) => `as a file in ${dropIn}: ${problem}`,
    ),
    ...(typeof wrapped === 'string' ? [wrapped] : [...problemsOf(wrapped, 1, 0), ...optionProblems(wrapped)]).map(
      (problem) => `as a file in ${dropIn} that hands on options: ${problem}`,
    ),
  ]
}

/** The file by which the README sets options on a harness that takes none; this one makes the block an entry of its own. */
const wrapper = (plugin: string): string =>
  `import activeMode from ${JSON.stringify(plugin)}\nexport default (input) => activeMode(input, { splice: 'separate' })\n`

const optionProblems = ({ turns }: Seen): ReadonlyArray<string> =>
  turns.every(({ system }) => system.at(-1)?.startsWith('## Active mode\n') === true)
    ? []
    : ['the options have no effect']

/** What was seen of one turn. */
interface Seen {
  readonly turns: ReadonlyArray<WireRequest>
  readonly others: ReadonlyArray<WireRequest>
  readonly sessionlessLines: number
  /** Whether the plugin said something of another session than that of the turn. */
  readonly isOtherNamed: boolean
}

const problemsOf = (
  { turns, others, sessionlessLines, isOtherNamed }: Seen,
  expectedBlocks: number,
  expectedLines: number,
): ReadonlyArray<string> => {
  const blocks = turns.flatMap(blocksOnWire).length
  return [
    ...(blocks === expectedBlocks ? [] : [`${blocks} blocks in the turn of a director, not ${expectedBlocks}`]),
    ...others
      .filter((request) => blocksOnWire(request).length > 0)
      .map(({ agent }) => `a block in a request for ${agent ?? 'no agent'}, which is no turn`),
    ...(sessionlessLines === expectedLines
      ? []
      : [`${sessionlessLines} lines that requests name no session, not ${expectedLines}`]),
    ...(isOtherNamed ? ['a line about a session that nobody opened'] : []),
  ]
}

/** Runs one turn of a director, and what a fork asks for itself beside it; a sentence where it does not start, or the prompt failed. */
const directorTurn = async (options: BootOptions): Promise<Seen | string> => {
  const harness = await bootHarness({
    agents: [{ id: 'ship', prompt: 'You direct the ship mode.' }],
    registry: registryFiles('two-modes'),
    ...options,
  }).catch(String)
  if (typeof harness === 'string') return harness
  try {
    const { id } = await harness.client.createSession({ agent: 'ship' })
    const failed = await harness.client.prompt(id, { agent: 'ship', text: 'go on' }).then(
      () => null,
      (error: unknown) => `the prompt failed: ${String(error)}`,
    )
    if (failed !== null) return failed
    await askUnderMadeUpSessions(harness, id)
    await new Promise((resolve) => setTimeout(resolve, logMs))
    const requests = harness.model.requests()
    const isTurn = (request: WireRequest): boolean =>
      isTurnOnWire(request) && (request.session === null || request.session === id)
    const named = [...harness.logs().matchAll(/session `([^`]+)`: /g)].map((match) => match[1])
    return {
      turns: requests.filter(isTurn),
      others: requests.filter((request) => !isTurn(request)),
      sessionlessLines: harness.logs().split(sessionless).length - 1,
      isOtherNamed: named.some((session) => session !== id),
    }
  } finally {
    await harness.stop()
  }
}

/** How long the harness may take to write a line of its log, in milliseconds. */
const logMs = 500
