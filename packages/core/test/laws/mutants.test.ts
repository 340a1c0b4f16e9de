import { describe, expect, test } from 'vitest'
import { decidePosture } from '@active-mode/core'
import type { Law } from '@active-mode/fixtures'
import { coreCodecs, lawsOf } from '@active-mode/fixtures'
import { codecMutants } from './codecMutants.js'
import { lawSeed } from './lawRun.js'
import { conductMutants, outcomeMutants } from './outcomeMutants.js'
import { registryMutants } from './registryMutants.js'
import { streamMutants } from './streamMutants.js'

const decisionMutants = [...streamMutants, ...registryMutants, ...outcomeMutants]

/** More than the laws are tried with: a mutant has to be seen in every run of the tests, whatever the seed. */
const numRuns = 5000

console.info(`mutants: up to ${String(numRuns)} runs each, again with LAWS_SEED=${String(lawSeed)}`)

/** The laws of `names` that hold although they should not. */
const unbroken = (laws: ReadonlyArray<Law>, names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names.filter((name) => {
    const law = laws.find((one) => one.name === name)
    return law === undefined || law.check({ numRuns, seed: lawSeed })._tag === 'held'
  })

describe('a wrong decision breaks the laws that speak of it', () => {
  for (const { name, mutate, brokenLaws } of decisionMutants)
    test(name, () => {
      const laws = lawsOf(mutate(decidePosture))
      expect(brokenLaws).not.toEqual([])
      expect(unbroken(laws, [...brokenLaws, 'two_statements_agree'])).toEqual([])
    })
})

describe('wrong conduct breaks the laws that speak of it', () => {
  for (const { name, mutate, brokenLaws } of conductMutants)
    test(name, () => {
      expect(unbroken(lawsOf(mutate(decidePosture)), brokenLaws)).toEqual([])
    })
})

describe('a wrong codec breaks the laws that speak of it', () => {
  for (const { name, codecs, brokenLaws } of codecMutants)
    test(name, () => {
      const laws = lawsOf(decidePosture, { ...coreCodecs, ...codecs })
      expect(brokenLaws).not.toEqual([])
      expect(unbroken(laws, brokenLaws)).toEqual([])
    })
})

test('every law can be broken', () => {
  const seen = new Set([...decisionMutants, ...conductMutants, ...codecMutants].flatMap(({ brokenLaws }) => brokenLaws))
  const silent = lawsOf(decidePosture).filter(({ name }) => !seen.has(name) && name !== 'two_statements_agree')
  expect(silent.map(({ name }) => name)).toEqual([])
})
