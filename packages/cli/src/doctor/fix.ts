import type { Cli } from '../Command.js'
import { renderChange } from '../install/FileChange.js'
import { carryOut } from '../install/live/carryOut.js'
import { holds } from '../install/live/PluginPlace.js'
import { plainText } from '../show/text.js'
import type { Diagnosis } from './Diagnosis.js'
import { prepareFix } from './live/prepareFix.js'

/** What came of `--fix`: nothing to do, the edits made, or left alone by the person, or for want of one to ask. */
export type Fixed = 'nothing' | 'made' | 'declined' | 'not-asked'

interface FixOptions {
  readonly harness: string | undefined
  /** Whether the edits are to be made without asking. */
  readonly isAgreed: boolean
  readonly isQuiet: boolean
}

/**
 * Makes the edits that the findings carry, all of them or none: shows them on stderr, and asks, unless `isAgreed`. Where nobody can be
 * asked nothing is written. Throws a Refusal where an edit cannot be made.
 */
export const fix = async (
  cli: Pick<Cli, 'io' | 'assets'>,
  findings: ReadonlyArray<Diagnosis>,
  { harness, isAgreed, isQuiet }: FixOptions,
): Promise<Fixed> => {
  const { io } = cli
  // Who is asked has to see what for.
  const say = isQuiet && isAgreed ? () => undefined : io.stderr
  const mended = findings.filter(({ edits }) => edits.length > 0)
  if (mended.length === 0) {
    say('Nothing that was found has exactly one right edit.')
    return 'nothing'
  }
  const installation = await prepareFix(
    cli,
    mended.flatMap(({ edits }) => edits),
    harness,
  )
  const { place, plugin, changes, others } = installation
  for (const { id, what } of mended) say(`${plainText(what)} [${id}]`)
  if (plugin !== null && !holds(place, plugin)) say(`write the plugin to ${plainText(place.folder)}`)
  for (const change of [...changes, ...others]) say(renderChange(change))
  if (!isAgreed) {
    if (!io.isTerminal.stdin || !io.isTerminal.stderr) {
      io.stderr('Nothing was changed. To make these edits without being asked: active-mode doctor --fix --yes')
      return 'not-asked'
    }
    if (!/^y(?:es)?$/i.test((await io.ask('Make these edits? [y/N] ')).trim())) {
      io.stderr('Nothing was changed.')
      return 'declined'
    }
  }
  carryOut(installation)
  return 'made'
}
