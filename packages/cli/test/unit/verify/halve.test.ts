import fc from 'fast-check'
import { expect, test } from 'vitest'
import { halve } from '../../../src/verify/halve.js'
import type { MachinePlugin } from '../../../src/verify/MachinePlugin.js'
import { pluginAt } from '../../support/verifyRuns.js'

const neighbours = (count: number): ReadonlyArray<MachinePlugin> =>
  Array.from({ length: count }, (_, at) => pluginAt(`/plugins/${String(at)}.js`))

/** A machine on which all is well where each of the culprits is left out. */
const machineWith = (culprits: ReadonlyArray<MachinePlugin>) => {
  const boots: ReadonlyArray<MachinePlugin>[] = []
  return {
    boots,
    isWellWithout: (leftOut: ReadonlyArray<MachinePlugin>) => {
      boots.push(leftOut)
      return Promise.resolve(culprits.every((culprit) => leftOut.includes(culprit)))
    },
  }
}

test('the one culprit among any number of neighbours is found, in about as many boots as the list can be halved', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 40 }), fc.nat(), async (count, at) => {
      const all = neighbours(count)
      const culprit = all[at % count] ?? pluginAt('')
      const { boots, isWellWithout } = machineWith([culprit])
      expect(await halve(all, isWellWithout)).toEqual({ _tag: 'found', plugin: culprit })
      expect(boots.length).toBeLessThanOrEqual(2 + Math.ceil(Math.log2(count)))
    }),
  )
})

test('a single neighbour is tried once', async () => {
  const all = neighbours(1)
  const { boots, isWellWithout } = machineWith(all)
  await halve(all, isWellWithout)
  expect(boots).toEqual([all])
})

test('two that do harm each are told together, and nobody is blamed where leaving all out does not help', async () => {
  const all = neighbours(4)
  expect(await halve(all, machineWith([all[0], all[3]].flatMap((each) => each ?? [])).isWellWithout)).toEqual({
    _tag: 'together',
    plugins: all,
  })
  expect(await halve(all, () => Promise.resolve(false))).toEqual({ _tag: 'no-neighbour' })
  expect(await halve([], () => Promise.resolve(true))).toEqual({ _tag: 'no-neighbour' })
})
