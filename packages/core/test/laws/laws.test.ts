import { describe, expect, test } from 'vitest'
import { decidePosture } from '@active-mode/core'
import { brokenLawText, lawsOf, lawThemes } from '@active-mode/fixtures'
import { lawRuns, lawSeed } from './lawRun.js'

console.info(`laws: ${String(lawRuns)} runs each, again with LAWS_SEED=${String(lawSeed)}`)

const laws = lawsOf(decidePosture)

/** Each law is a test titled by its name. One that has nothing to say of nine inputs in ten fails, too. */
describe.each(lawThemes)('%s', (theme) => {
  for (const law of laws.filter((one) => one.theme === theme))
    test(law.name, () => {
      const outcome = law.check({ numRuns: lawRuns, seed: lawSeed })
      if (outcome._tag === 'broken') expect.fail(brokenLawText(law, outcome))
      expect(outcome.applied).toBeGreaterThan(lawRuns / 10)
    })
})
