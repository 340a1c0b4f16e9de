import { expect, test } from 'vitest'
import { makeStory } from '../../../lab/src/soak/makeStory.js'
import { playStory } from '../../../lab/src/soak/playStory.js'
import { isBad } from '../../../lab/src/soak/Verdict.js'

const turns = 100
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))

test(`random sessions of ${turns} turns carry what they have to (npm run soak -- --turns ${turns} --seed ${seed})`, async () => {
  const { verdicts, errors } = await playStory(makeStory(seed, 2 * turns), { turns })
  expect(errors).toEqual([])
  expect(verdicts.filter(isBad)).toEqual([])
  expect(verdicts.filter(({ outcome }) => outcome === 'doubt').every(({ witnessRight }) => witnessRight)).toBe(true)
  expect(verdicts.filter(({ turn }) => turn).length).toBeGreaterThanOrEqual(turns)
  expect(verdicts.some(({ received }) => received.length > 0)).toBe(true)
})
