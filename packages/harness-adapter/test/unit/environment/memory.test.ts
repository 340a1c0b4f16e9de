import { describe, expect, onTestFinished, test } from 'vitest'
import { isFirst, processWide, putNewest } from '../../../src/environment/memory.js'

const keys = (count: number): ReadonlyArray<string> => Array.from({ length: count }, (_, n) => `key-${n}`)

describe('a map of the newest', () => {
  test('answers with what was put in', () => {
    expect(putNewest(new Map<string, number>(), 'a', 7)).toBe(7)
  })

  test('beyond 4,096 keys drops the one that was not put in for the longest time', () => {
    const map = new Map<string, string>()
    for (const key of keys(4096)) putNewest(map, key, key)
    putNewest(map, 'key-0', 'again')
    putNewest(map, 'new', 'new')
    expect(map.size).toBe(4096)
    expect([map.has('key-0'), map.has('key-1'), map.has('new')]).toEqual([true, false, true])
  })
})

describe('a key', () => {
  test('comes for the first time once', () => {
    const seen = new Set<string>()
    expect([isFirst(seen, 'a'), isFirst(seen, 'a'), isFirst(seen, 'b')]).toEqual([true, false, true])
  })

  test('beyond 4,096 keys is forgotten, the oldest first', () => {
    const seen = new Set<string>()
    for (const key of keys(4097)) isFirst(seen, key)
    expect(seen.size).toBe(4096)
    expect([isFirst(seen, 'key-1'), isFirst(seen, 'key-0')]).toEqual([false, true])
  })
})

describe('a value of the process', () => {
  const isNumber = (value: unknown): value is number => typeof value === 'number'
  const name = 'test-memory/1'
  const key = Symbol.for(`@active-mode/${name}`)

  test('is made once, and found by whoever asks', () => {
    onTestFinished(() => void Reflect.deleteProperty(globalThis, key))
    expect([processWide(name, isNumber, () => 1), processWide(name, isNumber, () => 2)]).toEqual([1, 1])
    expect(Reflect.get(globalThis, key)).toBe(1)
  })

  test('takes the place of one of another shape', () => {
    onTestFinished(() => void Reflect.deleteProperty(globalThis, key))
    Reflect.defineProperty(globalThis, key, { value: 'text', configurable: true, writable: true })
    expect(processWide(name, isNumber, () => 3)).toBe(3)
  })
})
