import { buildPlugin } from '../../../tools/build/buildPlugin.js'
import { toolArguments } from '../../../tools/build/toolArguments.js'
import { type Ending, isBad, isMisled, type PlayOptions } from './soak/Ending.js'
import { makeStory2 } from './soak/generation2/makeStory2.js'
import { playStory2 } from './soak/generation2/playStory2.js'
import { makeStory } from './soak/makeStory.js'
import { playStory } from './soak/playStory.js'
import { shorten } from './soak/shorten.js'
import { wholeNumber } from './wholeNumber.js'

/**
 * `npm run soak -- --generation G --turns N --seed S [--keep DIR]`: random sessions on the real harness, every request checked on the
 * wire. With `--keep` the decision log and the harness's store stay, for `active-mode audit`.
 */

const usage = `usage: npm run soak [-- [--generation G] [--turns N] [--seed S] [--keep DIR]]
  --generation G  the harness's generation: 1 or 2 (1)
  --turns N       stop after so many turns (100)
  --seed S        play the same story again; without it another one each time
  --keep DIR      leave the decision log and the harness's store there, for: active-mode audit --log DIR/decisions --store DIR/opencode.db
The last line is one JSON object. wrong: turns that were told another posture; missing: turns of a director without a block; spurious:
turns of a copilot with one; errors: what went wrong beside that; auxiliary: requests that the harness made for itself.
On generation 1, conflicts: turns whose session had another agent selected than the one the turn was for; settled: those of them that were
told what is true; doubts: turns that were told "unresolvable" since the evidence conflicts.
On generation 2 a request beside the turns counts as a turn; failedByHarness: runs that the harness failed by itself while it set up plugins
again; unconfirmed: decisions whose request the harness gave up.
Exit 1: a turn was told a wrong posture, or there were errors. Exit 2: usage.`

const values = toolArguments('soak', usage, {
  generation: { type: 'string', default: '1' },
  turns: { type: 'string', default: '100' },
  seed: { type: 'string' },
  keep: { type: 'string' },
})
const turns = wholeNumber('--turns', values.turns)
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : wholeNumber('--seed', values.seed)

const soak = async <A>(
  makes: (seed: number, length: number) => ReadonlyArray<A>,
  play: (story: ReadonlyArray<A>, options: PlayOptions) => Promise<Ending>,
): Promise<void> => {
  console.error(`soak: generation ${values.generation}, ${turns} turns, seed ${seed}`)
  await buildPlugin()

  const story = makes(seed, 2 * turns)
  let shown = 0
  const { verdicts, errors, played, counts } = await play(story, {
    turns,
    ...(values.keep === undefined ? {} : { keep: values.keep }),
    onProgress: (done) => {
      if (done - shown < 100) return
      shown = done
      console.error(`soak: ${done} turns`)
    },
  })
  const bad = verdicts.filter(isBad)
  errors.forEach((error) => console.error(`soak: ${error}`))
  const misled = verdicts.filter(isMisled)
  misled.forEach((verdict) =>
    console.error(
      `soak: the record of a doubt named another agent than the request's: ${JSON.stringify(verdict, null, 2)}`,
    ),
  )

  if (bad.length > 0) {
    console.error(`soak: ${bad.length} bad verdicts; the first: ${JSON.stringify(bad[0], null, 2)}`)
    console.error('soak: looking for a shorter story …')
    const shortest = await shorten(
      story.slice(0, played),
      async (candidate) => (await play(candidate, { turns, stopAtFailure: true })).verdicts.some(isBad),
      30,
    )
    console.error(
      `soak: the shortest story that still fails (replay all with --generation ${values.generation} --seed ${seed}):`,
    )
    shortest.forEach((action) => console.error(`  ${JSON.stringify(action)}`))
  }

  const count = (outcome: string): number => verdicts.filter((verdict) => verdict.outcome === outcome).length
  console.log(
    JSON.stringify({
      turns: verdicts.filter(({ turn }) => turn).length,
      wrong: count('wrong'),
      missing: count('missing'),
      spurious: count('spurious'),
      errors: errors.length + misled.length,
      auxiliary: verdicts.filter(({ turn }) => !turn).length,
      ...counts,
      seed,
    }),
  )
  process.exitCode = bad.length + errors.length + misled.length === 0 ? 0 : 1
}

switch (values.generation) {
  case '1':
    await soak(makeStory, playStory)
    break
  case '2':
    await soak(makeStory2, playStory2)
    break
  default:
    console.error(`soak: --generation is 1 or 2, not '${values.generation}'`)
    process.exitCode = 2
}
