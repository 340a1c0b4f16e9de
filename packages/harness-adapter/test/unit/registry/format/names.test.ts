import { describe, expect, test } from 'vitest'
import { AgentId, FileName, isAgentId, Slug } from '../../../../src/registry/format/names.js'

describe('the name of a mode', () => {
  test.each(['a', 'ship', 'ship-2', 'a-'])('may be %j', (name) => expect(Slug.is(name)).toBe(true))
  test.each(['', 'Ship', '2ship', '-ship', 'ship it', 'ship\n', 'x/ship', 'shíp'])('cannot be %j', (name) =>
    expect(Slug.is(name)).toBe(false),
  )
})

describe('an agent id', () => {
  test.each([['x'], [' '], ['team/lead'], ['a'.repeat(200)], ['🚢'.repeat(200)]])('may be %j', (id) => {
    expect(AgentId.is(id)).toBe(true)
    expect(isAgentId(id)).toBe(true)
  })
  test.each([[''], ['a\nb'], ['a\u007f'], ['a'.repeat(201)], ['🚢'.repeat(201)], ['a'.repeat(1_000_000)]])(
    'cannot be %j',
    (id) => expect(AgentId.is(id)).toBe(false),
  )
  test('is text', () => expect(isAgentId(7)).toBe(false))
})

describe('the name of a file right inside its bundle', () => {
  test.each([['card.md'], ['a'], ['a.b.c'], ['my card.md'], ['ü.md'], ['x'.repeat(255)]])('may be %j', (name) =>
    expect(FileName.is(name)).toBe(true),
  )
  test.each([
    ...['', '.', '..', '.card.md', '/card.md', 'a/b', 'a\\b', '\\b', 'a\n', '\nb', 'a\u0085', '\ud800', 'a\udc00'],
    'x'.repeat(256),
  ])('cannot be %j', (name) => expect(FileName.is(name)).toBe(false))
})
