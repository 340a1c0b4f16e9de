import { describe, expect, test } from 'vitest'
import { decodeCardFile } from '../../../../src/registry/format/card.js'

const read = (text: string | Uint8Array) =>
  decodeCardFile('card.md', () => ({
    _tag: 'bytes',
    bytes: typeof text === 'string' ? new TextEncoder().encode(text) : text,
  }))

const begin = '<!-- STAGER-GENERATED: region=ledger-discovery-rule generator=v1 begin -->'
const end = '<!-- STAGER-GENERATED: region=ledger-discovery-rule end -->'
const card = (region: string) => `---\nmode: primary\n---\n\n# Haul\n\n${region}\n\nThe rest.\n`
const whole = card(`${begin}\n\`\`\`text\nRULE v1\n\n  Read it again.\n\`\`\`\n${end}`)

describe('decodeCardFile', () => {
  test('reads what is inside the fence, word for word', () => {
    expect(read(whole)).toEqual({ _tag: 'present', value: { text: 'RULE v1\n\n  Read it again.', generator: 'v1' } })
  })

  test.each([
    ['another word before GENERATED', whole.replaceAll('STAGER', 'AMICO')],
    ['CRLF line ends and a byte order mark', `\uFEFF${whole.replaceAll('\n', '\r\n')}`],
    [
      'another region beside it',
      `${whole}\n<!-- STAGER-GENERATED: region=casts generator=v2 begin -->\n<!-- STAGER-GENERATED: region=casts end -->\n`,
    ],
    ['text between the marks and the fence', whole.replace('```text', 'Do not edit.\n\n```text')],
    ['a longer fence', whole.replaceAll('```', '`````')],
    ['a fence of tildes', whole.replaceAll('```', '~~~')],
  ])('accepts %s', (_, text) => {
    expect(read(text)).toMatchObject({ _tag: 'present', value: { text: 'RULE v1\n\n  Read it again.' } })
  })

  test('keeps a shorter fence inside of a longer one', () => {
    expect(read(card(`${begin}\n\`\`\`\`text\n\`\`\`sh\nls\n\`\`\`\n\`\`\`\`\n${end}`))).toMatchObject({
      value: { text: '```sh\nls\n```' },
    })
  })

  test.each([
    ['ledger-discovery-rule', 'absent', 'no region', card('')],
    ['ledger-discovery-rule', 'absent', 'a lower-case word before GENERATED', whole.replaceAll('STAGER', 'stager')],
    ['ledger-discovery-rule', 'absent', 'a begin mark inside of a line', whole.replace(begin, `See ${begin}`)],
    ['ledger-discovery-rule', 'invalid', 'a region that does not end', whole.replace(end, '')],
    ['ledger-discovery-rule', 'invalid', 'a fence that does not end', whole.replace(`\`\`\`\n${end}`, end)],
    ['ledger-discovery-rule', 'invalid', 'a region without a fence', card(`${begin}\nRULE v1\n${end}`)],
    ['ledger-discovery-rule', 'invalid', 'two regions', whole + whole],
    ['ledger-discovery-rule', 'empty', 'an empty region', card(`${begin}\n\n${end}`)],
    ['ledger-discovery-rule', 'empty', 'an empty fence', card(`${begin}\n\`\`\`text\n \n\`\`\`\n${end}`)],
    ['card.md', 'empty', 'an empty card', ''],
    ['card.md', 'invalid', 'a card of NULs', new Uint8Array(64)],
    ['card.md', 'invalid', 'a card that is no UTF-8', new Uint8Array([0x23, 0xc3, 0x28])],
  ] as const)('names %s (%s) for %s', (part, why, _, text) => {
    expect(read(text)).toMatchObject({ _tag: 'missing', part, why })
  })

  test.each(['absent', 'unreadable', 'too-large'] as const)('names the card that is %s', (why) => {
    expect(decodeCardFile('director.md', () => ({ _tag: 'failed', why, detail: 'EIO' }))).toEqual({
      _tag: 'missing',
      part: 'card.md',
      why,
      detail: 'director.md: EIO',
    })
  })
})
