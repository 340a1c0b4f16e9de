import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { claimsAreWhole, decodeAgent, readableClaims, readableLines } from '../../../../src/registry/format/claims.js'

describe('the agent of a manifest', () => {
  test('is what it declares', () => {
    expect(decodeAgent({ agent: 'quartermaster', mode: 'haul' })).toEqual(E.right('quartermaster'))
  })

  test('is missing in one that is older than the binding, which claims the name of its mode', () => {
    expect(decodeAgent({ mode: 'haul' })).toEqual(E.left({ detail: '`agent` is missing', claims: ['haul'] }))
    expect(readableClaims({ mode: 'haul' })).toEqual(['haul'])
  })

  test.each([[{}], [{ mode: 'Haul away' }], [{ mode: 7 }]])('is missing, and nobody knows whom %j claims', (table) => {
    expect(decodeAgent(table)).toEqual(E.left({ detail: '`agent` is missing', claims: null }))
    expect(readableClaims(table)).toEqual([])
  })

  test.each([7, '', 'a\nb', null])('that is ill-typed may be anybody: %j', (agent) => {
    expect(decodeAgent({ agent, mode: 'haul' })).toEqual(
      E.left({
        detail: '`agent` is not an agent id: text of 1 to 200 characters, none of them a control character',
        claims: null,
      }),
    )
  })
})

test('the claims of a manifest are whole where its agent, or the header of a table, was read', () => {
  expect(claimsAreWhole({ agent: 'a' }, 'agent = "a"\n')).toBe(true)
  expect(claimsAreWhole({ mode: 'a' }, 'mode = "a"\n')).toBe(false)
  expect(claimsAreWhole({ mode: 'a', roles: [] }, 'mode = "a"\n[[roles]]\n')).toBe(true)
})

describe('what can be read in a manifest that is no TOML', () => {
  test.each<[string, string, ReadonlyArray<string>]>([
    ['its agent', 'agent = "a"\n@', ['a']],
    ['its agent, and not its mode', 'mode = "m"\nagent = "a"\n@', ['a']],
    ['its mode, where it has no agent', 'mode = "m"\n@', ['m']],
    ['each agent that it names, once', 'agent = "a"\nagent = "b"\nagent = "a"', ['a', 'b']],
    ['a quoted key, with any space around it', '\t "agent" \t= "a"\r\n\'agent\'="b"\n@', ['a', 'b']],
    ['a quoted mode', '"mode"="m"\n \'mode\' = "n"\n@', ['m', 'n']],
    ['no other key', 'my_agent = "a"\nagents = "b"\n"agent = "c"\n@', []],
    ['no line that is no TOML by itself', 'agent = "a\nagent = 7\nagent = @\n', []],
    ['nothing', '@', []],
  ])('is %s', (_, text, claims) => {
    expect(readableLines(text)).toEqual(claims)
  })

  test('is no more than sixteen lines', () => {
    const lines = (count: number): string =>
      Array.from({ length: count }, (_, n) => `agent = "a${String(n)}"`).join('\n')
    expect(readableLines(lines(16))).toHaveLength(16)
    expect(readableLines(lines(17))).toHaveLength(16)
  })
})
