import { expect, test } from 'vitest'
import type { PostureSummary, RegistryBundle } from '@active-mode/core'
import { createSpeaker, nothingSaid, type Said, type Speaker } from '../../../src/notice/speaker.js'
import type { Decision } from '../../../src/request/Decision.js'
import { decision } from '../log/support/decision.js'

const missing = { _tag: 'missing', part: 'pack.toml', why: 'absent', detail: '' } as const

const bundle: RegistryBundle = {
  _tag: 'staged',
  digest: 'sha256:00',
  ledger: null,
  floors: [],
  modes: [{ mode: 'ship', agent: 'ship', aliases: [], pack: missing, ledgerRule: { ...missing, part: 'card.md' } }],
  broken: [],
}

const director: PostureSummary = { _tag: 'director', mode: 'ship', agent: 'ship', via: 'session-info', digest: 'a' }
const copilot: PostureSummary = { _tag: 'copilot', reason: { _tag: 'agent-unbound', agent: 'plan' } }

const of = (summary: PostureSummary): Decision => {
  const made = decision('ses_a')
  return { ...made, request: { ...made.request, bundle }, summary }
}

const speakerOf = (
  said: Said = nothingSaid(),
): { readonly speaker: Speaker; readonly lines: ReadonlyArray<string> } => {
  const lines: string[] = []
  const journal = { write: ({ message }: { message: string }) => void lines.push(message), toast: () => undefined }
  return { speaker: createSpeaker(journal, said, true, async () => null), lines }
}

test.each<[string, (speaker: Speaker) => void]>([
  ['a block that cannot be written', ({ unwritable }) => unwritable('ses_a', "the harness's system array is closed")],
  ['a session without hooks', ({ unhooked }) => unhooked('ses_a')],
  ['another copy that writes', ({ otherCopy }) => otherCopy('writes')],
  ['another copy that contradicts', ({ otherCopy }) => otherCopy('contradicts')],
  ['requests without a session', ({ sessionless }) => sessionless()],
])('%s is said once, also by the next instance over the same memory', (_, say) => {
  const said = nothingSaid()
  const { speaker, lines } = speakerOf(said)
  say(speaker)
  say(speaker)
  expect(lines).toHaveLength(1)
  const next = speakerOf(said)
  say(next.speaker)
  expect(next.lines).toEqual([])
})

test('what is said of one session is said of another as well', () => {
  const { speaker, lines } = speakerOf()
  for (const sessionId of ['ses_a', 'ses_b']) {
    speaker.unwritable(sessionId, "the harness's system array is closed")
    speaker.unhooked(sessionId)
  }
  expect(lines).toHaveLength(4)
})

test('of a session that is gone nothing is remembered', () => {
  const said = nothingSaid()
  const { speaker } = speakerOf(said)
  speaker.posture('ses_a', 1, of(director), null)
  speaker.unhooked('ses_a')
  speaker.forget('ses_a')
  expect(said).toEqual(nothingSaid())
})

test('a posture is told when it changes, and an answer that comes late is not told', () => {
  const { speaker, lines } = speakerOf()
  speaker.posture('ses_a', 2, of(director), null)
  speaker.posture('ses_a', 3, of({ ...director }), null)
  speaker.posture('ses_a', 1, of(copilot), null)
  expect(lines).toEqual(['session `ses_a`: director of mode `ship` (agent `ship`)'])
})

test('a director that another process served is left aloud, a copilot is not', () => {
  for (const [before, said] of [
    ['ship', /no longer degraded director of mode `ship`/],
    ['build', null],
    [null, null],
  ] as const) {
    const { speaker, lines } = speakerOf()
    speaker.posture('ses_a', 1, of(copilot), before)
    expect(lines.filter((line) => /no longer/.test(line))).toEqual(said === null ? [] : [expect.stringMatching(said)])
  }
})
