import { buildPlugin } from '../../../../tools/build/buildPlugin.js'
import { makeStory2 } from '../soak/generation2/makeStory2.js'
import { playStory2 } from '../soak/generation2/playStory2.js'
import { makeStory } from '../soak/makeStory.js'
import { playStory } from '../soak/playStory.js'
import { shorten } from '../soak/shorten.js'
import { type Ending, isBad, isMisled, type PlayOptions } from '../soak/Verdict.js'

export interface SoakCommand {
  readonly generation: '1' | '2'
  readonly turns: number
  readonly seed?: number
  readonly keep?: string
}

const soakOf = async <A>(
  { generation, turns, seed = Math.floor(Math.random() * 2 ** 31), keep }: SoakCommand,
  makes: (seed: number, length: number) => ReadonlyArray<A>,
  play: (story: ReadonlyArray<A>, options: PlayOptions) => Promise<Ending>,
): Promise<number> => {
  console.error(`soak: generation ${generation}, ${turns} turns, seed ${seed}`)
  await buildPlugin()

  const story = makes(seed, 2 * turns)
  let shown = 0
  const { verdicts, errors, played, counts } = await play(story, {
    turns,
    ...(keep === undefined ? {} : { keep }),
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
      `soak: the shortest story that still fails (replay all with --generation ${generation} --seed ${seed}):`,
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
      blocks: verdicts.filter(({ received }) => received.length > 0).length,
      auxiliary: verdicts.filter(({ turn }) => !turn).length,
      ...counts,
      seed,
    }),
  )
  return bad.length + errors.length + misled.length === 0 ? 0 : 1
}

/**
 * Random sessions on the real harness, every request checked on the wire. With `keep` the decision log and the harness's store stay, for
 * `active-mode audit`.
 */
export const soak = (options: SoakCommand): Promise<number> =>
  options.generation === '1' ? soakOf(options, makeStory, playStory) : soakOf(options, makeStory2, playStory2)
