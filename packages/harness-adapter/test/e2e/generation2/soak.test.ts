import { expect, test } from 'vitest'
import { makeStory2 } from '../../../../lab/src/soak/generation2/makeStory2.js'
import { playStory2 } from '../../../../lab/src/soak/generation2/playStory2.js'
import { isBad } from '../../../../lab/src/soak/Verdict.js'

const turns = 60
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))

test(`random sessions of ${turns} turns on the second generation carry what they have to (npm run soak -- --generation 2 --turns ${turns} --seed ${seed})`, async () => {
  const { verdicts, errors } = await playStory2(makeStory2(seed, 2 * turns), { turns })
  expect(errors).toEqual([])
  expect(verdicts.filter(isBad)).toEqual([])
  expect(verdicts.filter(({ turn }) => turn).length).toBeGreaterThanOrEqual(turns)
  expect(verdicts.some(({ via }) => via === 'request')).toBe(true)
  expect(verdicts.some(({ turn, received }) => !turn && received.length === 0)).toBe(true)
})
