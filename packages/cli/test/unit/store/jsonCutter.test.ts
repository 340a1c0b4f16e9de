import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createJsonCutter, type JsonPath } from '../../../src/store/JsonCutter.js'

/** What a cutter takes of a text that comes in chunks of so many bytes: all values two levels down, and those of one level that cannot be looked into. */
const cut = (
  text: string,
  chunk: number,
): { readonly taken: ReadonlyArray<readonly [JsonPath, unknown]>; readonly isOver: boolean } => {
  const cutter = createJsonCutter((path, kind) => (path.length < 2 && kind !== 'scalar' ? 'descend' : 'take'))
  const bytes = Buffer.from(text)
  const buffer = Buffer.alloc(chunk)
  const taken: (readonly [JsonPath, unknown])[] = []
  for (let at = 0; at < bytes.length; at += chunk) {
    const count = bytes.copy(buffer, 0, at, at + chunk)
    for (const { path, text: piece } of cutter.feed(buffer.subarray(0, count)))
      taken.push([path, JSON.parse(piece.toString('utf8'))])
  }
  return { taken, isOver: cutter.isOver() }
}

const valuesOf = (json: unknown, path: JsonPath = []): ReadonlyArray<readonly [JsonPath, unknown]> =>
  path.length < 2 && typeof json === 'object' && json !== null
    ? (Array.isArray(json)
        ? json.map((value: unknown, at) => [at, value] as const)
        : Object.entries(json as Record<string, unknown>)
      ).flatMap(([key, value]) => valuesOf(value, [...path, key]))
    : [[path, json]]

const document = fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue()))

test('any JSON is cut into its values, wherever the chunks end and however it is laid out', () => {
  fc.assert(
    fc.property(document, fc.integer({ min: 1, max: 40 }), fc.constantFrom(0, 2), (json, chunk, blanks) => {
      const text = `${JSON.stringify(json, null, blanks)}\n`
      expect(cut(text, chunk)).toEqual({ taken: valuesOf(JSON.parse(text)), isOver: true })
    }),
    { numRuns: 500 },
  )
})

test('a text that ends too early is not over', () => {
  fc.assert(
    fc.property(document, fc.nat(), (json, at) => {
      const text = JSON.stringify(json)
      const tryToCut = (): boolean => cut(text.slice(0, at % text.length), 7).isOver
      expect(tryToCut()).toBe(false)
    }),
  )
})
