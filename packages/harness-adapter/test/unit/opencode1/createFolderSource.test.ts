import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { HarnessClient } from '../../../src/opencode1/HarnessClient.js'
import { createFolderSource } from '../../../src/opencode1/live/createFolderSource.js'

/** A harness that answers `path.get` as it is told. Faults of the real one cannot be had at will. */
const clientWith = (get: () => Promise<unknown>) => {
  const call = vi.fn(get)
  return { client: { path: { get: call } } as unknown as HarnessClient, call }
}

/** A copy of the plugin in a process that has asked nothing yet. */
const freshProcess = async (): Promise<typeof createFolderSource> => {
  vi.resetModules()
  Reflect.deleteProperty(globalThis, Symbol.for('@active-mode/harness-folder/1'))
  return (await import('../../../src/opencode1/live/createFolderSource.js')).createFolderSource
}

describe("the harness's config folder", () => {
  let ask = createFolderSource

  beforeEach(async () => {
    ask = await freshProcess()
  })

  test('is asked for once a process, and kept', async () => {
    const { client, call } = clientWith(async () => ({ data: { config: '/home/person/.config/kilo' } }))
    expect(await ask(client, 100)()).toEqual({ folder: '/home/person/.config/kilo', isTold: true })
    expect(await ask(client, 100)()).toEqual({ folder: '/home/person/.config/kilo', isTold: true })
    expect(call).toHaveBeenCalledTimes(1)
  })

  test('is none where the harness gives no client', async () => {
    expect(await ask(undefined, 100)()).toEqual({ folder: null, isTold: true })
  })

  test.each<[string, () => Promise<unknown>]>([
    ['fails', async () => ({ error: {} })],
    ['rejects', async () => Promise.reject(new Error('no'))],
    [
      'throws',
      () => {
        throw new Error('no')
      },
    ],
    ['answers nonsense', async () => ({ data: { config: 7 } })],
    ['answers a relative path', async () => ({ data: { config: 'kilo' } })],
  ])('is asked for again where the call %s, and given up after three times', async (_, get) => {
    const { client, call } = clientWith(get)
    const answers = [
      await ask(client, 100)(),
      await ask(client, 100)(),
      await ask(client, 100)(),
      await ask(client, 100)(),
    ]
    expect(answers.map(({ isTold }) => isTold)).toEqual([false, false, true, true])
    expect(call).toHaveBeenCalledTimes(3)
  })

  test('that is long in coming holds up the first request no longer than it may, and later ones not at all', async () => {
    let answer: (value: unknown) => void = () => undefined
    const { client, call } = clientWith(() => new Promise((resolve) => (answer = resolve)))
    const start = performance.now()
    expect(await ask(client, 50)()).toEqual({ folder: null, isTold: false })
    const [first, before] = [performance.now() - start, performance.now()]
    expect(await ask(client, 50)()).toEqual({ folder: null, isTold: false })
    expect(first).toBeGreaterThan(40)
    expect(performance.now() - before).toBeLessThan(40)
    answer({ data: { config: '/late' } })
    await new Promise(setImmediate)
    expect(await ask(client, 50)()).toEqual({ folder: '/late', isTold: true })
    expect(call).toHaveBeenCalledTimes(1)
  })
})
