import { describe, expect, test } from 'vitest'
import { decodeOptions } from '../../../src/options/decodeOptions.js'
import { defaultOptions } from '../../../src/options/Options.js'

describe('decodeOptions', () => {
  test.each([undefined, null, {}])('%j are the defaults', (given) => {
    expect(decodeOptions(given)).toEqual({ options: defaultOptions, problems: [] })
  })

  test('takes every option that is right', () => {
    const given = { registry: '/modes', splice: 'separate', deadlineMs: 500, decisionLog: false, toast: false }
    expect(decodeOptions(given)).toEqual({ options: given, problems: [] })
    expect(decodeOptions({ decisionLog: '/log' }).options.decisionLog).toBe('/log')
  })

  test.each([
    [{ registry: '' }, 'options.registry: expected a folder; using the default'],
    [{ registry: 7 }, 'options.registry: expected a folder; using the default'],
    [{ splice: 'prepend' }, 'options.splice: expected "append" or "separate"; using the default "append"'],
    [{ splice: 'constructor' }, 'options.splice: expected "append" or "separate"; using the default "append"'],
    [
      { deadlineMs: 0 },
      'options.deadlineMs: expected a whole number of milliseconds from 100 to 30000; using the default 2000',
    ],
    [
      { deadlineMs: '2000' },
      'options.deadlineMs: expected a whole number of milliseconds from 100 to 30000; using the default 2000',
    ],
    [{ decisionLog: true }, 'options.decisionLog: expected false or a folder; using the default'],
    [{ toast: 'yes' }, 'options.toast: expected boolean; using the default true'],
    [
      { Registry: '/modes' },
      'options."Registry": no such option; known are registry, splice, deadlineMs, decisionLog, toast',
    ],
    [['/modes'], 'options: expected an object; using the defaults'],
    ['/modes', 'options: expected an object; using the defaults'],
  ])('%j is named, and its default used', (given, problem) => {
    expect(decodeOptions(given)).toEqual({ options: defaultOptions, problems: [problem] })
  })

  test('a bad option leaves the good ones', () => {
    expect(decodeOptions({ splice: 'x', toast: false })).toMatchObject({
      options: { splice: 'append', toast: false },
      problems: [expect.any(String)],
    })
  })

  test('a key of the prototype is no option', () => {
    expect(decodeOptions(JSON.parse('{"__proto__": {"toast": false}}')).options).toEqual(defaultOptions)
  })
})
