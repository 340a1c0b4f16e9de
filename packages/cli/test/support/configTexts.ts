import fc from 'fast-check'

/** White space and comments between two tokens. */
const gap = (eol: string): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom('', ' ', '\t', eol, `${eol}  `, ` // a "plugin": [${eol}`, ' /* { */ '), { maxLength: 3 })
    .map((parts) => parts.join(''))

const plain = fc.string({ unit: fc.constantFrom('a', 'ü', '/', '{', '"', '\\', ' '), maxLength: 6 })

/** A list or an object of parts, with gaps and, now and then, a trailing comma. */
const bracketed = (open: string, close: string, parts: fc.Arbitrary<ReadonlyArray<string>>, eol: string) =>
  fc.tuple(parts, fc.array(gap(eol), { minLength: 16, maxLength: 16 }), fc.boolean()).map(([all, gaps, isTrailing]) => {
    const at = (place: number): string => gaps[place % gaps.length] ?? ''
    const inner = all.map((part, place) => `${at(2 * place)}${part}${at(2 * place + 1)}`).join(',')
    return `${open}${inner}${isTrailing && all.length > 0 ? ',' : ''}${at(15)}${close}`
  })

const entry = (eol: string): fc.Arbitrary<string> =>
  fc.oneof(
    plain.map((text) => JSON.stringify(`p${text}`)),
    bracketed('[', ']', fc.constant(['"pair"', '{ "toast": false }']), eol),
    fc.constant('{ "package": "object", "options": {} }'),
  )

const list = (eol: string): fc.Arbitrary<string> => bracketed('[', ']', fc.array(entry(eol), { maxLength: 3 }), eol)

const value = (eol: string): fc.Arbitrary<string> =>
  fc.oneof(
    fc.jsonValue({ maxDepth: 2 }).map((json) => JSON.stringify(json)),
    fc.jsonValue({ maxDepth: 2 }).map((json) => JSON.stringify(json, null, 2).replaceAll('\n', eol)),
  )

const property = (eol: string): fc.Arbitrary<string> =>
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc
        .tuple(plain, gap(eol), value(eol))
        .map(([key, space, of]) => `"k${JSON.stringify(key).slice(1)}:${space}${of}`),
    },
    { weight: 1, arbitrary: list(eol).map((of) => `"plugin":${of}`) },
    { weight: 1, arbitrary: list(eol).map((of) => `"plugins": ${of}`) },
  )

/** Configs as people and programs write them: JSON with comments, in every layout, with and without lists of plugins, or nothing at all. */
export const configTexts: fc.Arbitrary<string> = fc
  .constantFrom('\n', '\r\n')
  .chain((eol) =>
    fc.oneof(
      { weight: 1, arbitrary: fc.constantFrom('', eol, '\uFEFF', '{}', `{${eol}}${eol}`) },
      {
        weight: 8,
        arbitrary: fc
          .tuple(
            fc.constantFrom('', '\uFEFF'),
            gap(eol),
            bracketed('{', '}', fc.array(property(eol), { maxLength: 4 }), eol),
            gap(eol),
          )
          .map((parts) => parts.join('')),
      },
    ),
  )
