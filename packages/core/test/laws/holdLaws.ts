import { expect, test } from 'vitest'
import { decidePosture } from '@active-mode/core'
import type { LawTheme } from '@active-mode/fixtures'
import { brokenLawText, lawsOf } from '@active-mode/fixtures'
import { lawRuns, lawSeed } from './lawRun.js'

/** Makes each law of a theme a test titled by its name. A law that has nothing to say of nine inputs in ten fails, too. */
export const holdLaws = (theme: LawTheme): void => {
  console.info(`${theme} laws: ${String(lawRuns)} runs each, again with LAWS_SEED=${String(lawSeed)}`)
  for (const law of lawsOf(decidePosture).filter((one) => one.theme === theme))
    test(law.name, () => {
      const outcome = law.check({ numRuns: lawRuns, seed: lawSeed })
      if (outcome._tag === 'broken') expect.fail(brokenLawText(law, outcome))
      expect(outcome.applied).toBeGreaterThan(lawRuns / 10)
    })
}
