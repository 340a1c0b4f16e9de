import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inParallel, slices } from '../../../../src/registry/live/slices.js'

const hold = (ms: number): void => {
  const start = performance.now()
  while (performance.now() - start < ms);
}

/** How often the event loop had its turn while a task ran. */
const turnsDuring = async (task: () => Promise<unknown>): Promise<number> => {
  let turns = 0
  let isDone = false
  const counting = (async () => {
    while (!isDone) {
      await setImmediate()
      turns += 1
    }
  })()
  await task()
  isDone = true
  await counting
  return turns
}

test('slices hold every item once, in order', async () => {
  const seen: number[] = []
  for await (const slice of slices(Array.from({ length: 100 }, (_, place) => place).values(), 7)) seen.push(...slice)
  expect(seen).toEqual(Array.from({ length: 100 }, (_, place) => place))
  for await (const slice of slices([])) expect(slice).toBeUndefined()
})

test('the event loop has its turn between slices that take long, and work is not put off for nothing', async () => {
  const go = (ms: number) => async () => {
    for await (const slice of slices(Array.from({ length: 20 }), 1)) slice.forEach(() => hold(ms))
  }
  expect(await turnsDuring(go(2))).toBeGreaterThanOrEqual(18)
  expect(await turnsDuring(go(0))).toBeLessThan(10)
})

test('tasks run side by side, the event loop has its turn, and answers are in the order of the items', async () => {
  const turns = await turnsDuring(async () => {
    const answers = await inParallel([3, 1, 2], async (item) => {
      hold(2)
      return item * 2
    })
    expect(answers).toEqual([6, 2, 4])
  })
  expect(turns).toBeGreaterThanOrEqual(2)
})
