import { describe, expect, test } from 'vitest'
import { startStandInModel, type WireRequest } from '../../src/harness/index.js'
import { identifyRequest } from '../../src/harness2/identify.js'
import { summaryHeadings, summaryReply } from '../../src/harness2/index.js'

const requestWith = (system: ReadonlyArray<string>, users: ReadonlyArray<string> = []): WireRequest => ({
  index: 0,
  session: null,
  agent: 'build',
  message: null,
  kind: null,
  route: 'chat',
  headers: { 'x-session-id': 'ses_one' },
  model: 'model',
  system,
  messages: users.map((text) => ({ role: 'user', text })),
  tools: [],
  stream: true,
  body: null,
})

describe('whom a request is for', () => {
  const identify = identifyRequest(() => [
    { id: 'lead', system: 'You lead.' },
    { id: 'lead-two', system: 'You lead.\nTwo of them.' },
    { id: 'bare' },
    { id: 'empty', system: '' },
  ])

  test.each<[string, ReadonlyArray<string>, string | undefined]>([
    ['the agent whose prompt begins the text', ['You lead.\n# Your Model'], 'lead'],
    ['the agent whose prompt is the first part', ['You lead.', '# Your Model'], 'lead'],
    ['the longer of two prompts', ['You lead.\nTwo of them.\n# Your Model'], 'lead-two'],
    ['nobody by a prompt that goes on', ['You lead. Or do you?'], undefined],
    ['nobody by a prompt further down', ['Another first line.\nYou lead.\n'], undefined],
    ['nobody where there is no system text', [], undefined],
  ])('%s', (_, system, agent) => {
    expect(identify(requestWith(system)).agent).toBe(agent)
  })

  test('the session is read from the header of the harness where no plugin names it', () => {
    expect(identify(requestWith([])).session).toBe('ses_one')
    expect(identify({ ...requestWith([]), session: 'ses_told' }).session).toBeUndefined()
  })
})

describe('a compaction request', () => {
  const asked = 'Summarize.\n<template>\n## Goal\n- [goal]\n### Done\n- x\n## Next\n</template>\nRules'

  test('is answered with the headings of its template', () => {
    expect(summaryHeadings(requestWith([], ['hello', asked]))).toEqual(['## Goal', '### Done', '## Next'])
    expect(summaryReply(requestWith([], [asked]))).toMatchObject({
      kind: 'text',
      text: '## Goal\n- (none)\n### Done\n- (none)\n## Next\n- (none)',
    })
  })

  test('and so is the second request after an answer without them', () => {
    expect(
      summaryHeadings(requestWith([], [asked, 'The previous response did not fill in the required summary template.'])),
    ).toHaveLength(3)
  })

  test('of earlier in the conversation is none', () => {
    expect(summaryReply(requestWith([], [asked, 'go on']))).toBeUndefined()
  })
})

const chunks = async (url: string, path: string, body: unknown): Promise<string> =>
  (
    await fetch(`${url}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
  ).text()

describe('the stand-in model by the messages protocol', () => {
  test('reads each system entry and each tool, and streams an answer that calls one', async () => {
    const model = await startStandInModel({
      rule: () => ({ kind: 'tools', text: 'Now', calls: [{ name: 'read', arguments: { path: 'a' } }] }),
    })
    try {
      const said = await chunks(model.url, '/messages', {
        model: 'model',
        stream: true,
        system: [
          { type: 'text', text: 'one' },
          { type: 'text', text: 'two' },
        ],
        tools: [{ name: 'read', input_schema: {} }],
        messages: [{ role: 'user', content: [{ type: 'tool_result', content: [{ type: 'text', text: 'found' }] }] }],
      })
      const [request] = model.requests()
      expect(request).toMatchObject({ route: 'messages', system: ['one', 'two'], tools: ['read'], body: null })
      expect(request?.messages.at(-1)).toEqual({ role: 'user', text: 'found' })
      const events = [...said.matchAll(/^data: (.*)$/gm)].map(
        ([, data]) => JSON.parse(data!) as { readonly type: string },
      )
      expect(events.map(({ type }) => type)).toEqual([
        'message_start',
        ...Array.from({ length: 2 }, () => ['content_block_start', 'content_block_delta', 'content_block_stop']).flat(),
        'message_delta',
        'message_stop',
      ])
      expect(said).toContain('"stop_reason":"tool_use"')
    } finally {
      await model.stop()
    }
  })

  test('keeps bodies where it is told to', async () => {
    const model = await startStandInModel({ keepBodies: true })
    try {
      await chunks(model.url, '/messages', { messages: [], marked: 1 })
      expect(model.requests()[0]?.body).toEqual({ messages: [], marked: 1 })
    } finally {
      await model.stop()
    }
  })
})

test('an answer may begin at once and end later', async () => {
  const model = await startStandInModel()
  try {
    let end = () => undefined as void
    const endsAfter = new Promise<void>((resolve) => {
      end = resolve
    })
    model.once(() => ({ kind: 'text', text: 'begun', endsAfter }))
    const response = await fetch(`${model.url}/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ stream: true, messages: [] }),
    })
    const reader = response.body!.getReader()
    const first = new TextDecoder().decode((await reader.read()).value)
    expect(first).toContain('begun')
    expect(first).not.toContain('[DONE]')
    end()
    expect(new TextDecoder().decode((await reader.read()).value)).toContain('[DONE]')
  } finally {
    await model.stop()
  }
})
