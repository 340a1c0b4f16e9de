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

  test.each([
    ['the card has no ledger-discovery-rule region', card('')],
    ['the card has more than one ledger-discovery-rule region', whole + whole],
    ['the ledger-discovery-rule region has no end', whole.replace(end, '')],
    ['the ledger-discovery-rule region is empty', card(`${begin}\n \n${end}`)],
    ['the ledger-discovery-rule region is empty', card(`${begin}\n\`\`\`\n \n\`\`\`\n${end}`)],
    ['the ledger-discovery-rule region has no complete fenced block', card(`${begin}\nRULE\n${end}`)],
    ['the ledger-discovery-rule region has no complete fenced block', card(`${begin}\n\`\`\`\nRULE\n${end}`)],
    ['the file is empty', ''],
  ])('says what is wrong in one sentence: %s', (detail, text) => {
    expect(read(text)).toMatchObject({ _tag: 'missing', detail: `card.md: ${detail}` })
  })

  test('names the card where the manifest names none', () => {
    expect(decodeCardFile(null, () => ({ _tag: 'failed', why: 'absent', detail: '' }))).toEqual({
      _tag: 'missing',
      part: 'card.md',
      why: 'absent',
      detail: 'mode.toml: `card` is missing',
    })
  })

  test.each([
    [
      'a mark that is indented and spaced',
      `  <!--  A_1-X-GENERATED:  region=ledger-discovery-rule  generator=v1  begin  -->  `,
    ],
    ['a mark without any space', '<!--A-GENERATED:region=ledger-discovery-rule generator=v1 begin-->'],
  ])('takes %s', (_, mark) => {
    expect(read(whole.replace(begin, mark))).toMatchObject({ value: { generator: 'v1' } })
    expect(read(whole.replace(end, mark.replace(/ +generator=v1/, '').replace('begin', 'end')))).toMatchObject({
      _tag: 'present',
    })
  })

  test.each([
    ['a begin mark with something behind it', whole.replace(begin, `${begin} x`)],
    ['a begin mark of two generators', whole.replace('generator=v1', 'generator=v1 v2')],
    ['a begin mark whose word begins with a digit', whole.replace('STAGER', '1STAGER')],
    ['a begin mark of another region', whole.replace('ledger-discovery-rule', 'ledger-discovery-rules')],
  ])('takes no region from %s', (_, text) => {
    expect(read(text)).toMatchObject({ why: 'absent' })
  })

  test.each([
    ['an end mark inside of a line', whole.replace(end, `See ${end}`)],
    ['an end mark with something behind it', whole.replace(end, `${end} x`)],
    ['an end mark whose word begins with a digit', whole.replace(end, end.replace('STAGER', '1STAGER'))],
  ])('takes no end from %s', (_, text) => {
    expect(read(text)).toMatchObject({ why: 'invalid' })
  })

  test.each([
    ['is indented by three spaces', '   ```text', '   ```'],
    ['is closed by a longer one', '```', '````'],
    ['has a backtick in the info of tildes', '~~~ a`b', '~~~'],
  ])('takes a fence that %s', (_, open, close) => {
    expect(read(card(`${begin}\n${open}\nRULE\n${close}\n${end}`))).toMatchObject({ value: { text: 'RULE' } })
  })

  test.each([
    ['is indented by four spaces', '    ```', '    ```'],
    ['is two marks long', '``', '``'],
    ['is not at the beginning of its line', 'x ```', '```'],
    ['has a backtick in its info', '```a`b', '```x'],
    ['is closed by a shorter one', '````', '```'],
    ['is closed by tildes', '```', '~~~'],
    ['is closed by a mixed one', '```', '```~'],
    ['is closed by a blank line', '```', '   '],
  ])('takes no fence that %s', (_, open, close) => {
    expect(read(card(`${begin}\n${open}\nRULE\n${close}\n${end}`))).toMatchObject({ why: 'invalid' })
  })

  test.each(['\n', '\r\n', '\r'])('takes the line end %j', (lineEnd) => {
    expect(read(whole.replaceAll('\n', lineEnd))).toMatchObject({ value: { text: 'RULE v1\n\n  Read it again.' } })
  })
})
