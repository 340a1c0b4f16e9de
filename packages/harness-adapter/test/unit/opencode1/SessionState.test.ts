import { describe, expect, test } from 'vitest'
import { createPreparedSessions, createSessionStates } from '../../../src/opencode1/SessionState.js'

const ids = (count: number): ReadonlyArray<string> => Array.from({ length: count }, (_, n) => `ses_${String(n)}`)

describe('the sessions of which a message list was seen', () => {
  test('are those that a list named', () => {
    const prepared = createPreparedSessions()
    expect(prepared.has('ses_a')).toBe(false)
    prepared.add(['ses_a', 'ses_b'])
    expect(['ses_a', 'ses_b', 'ses_c'].map(prepared.has)).toEqual([true, true, false])
  })

  test('may be any after a list that named none, and stay so', () => {
    const prepared = createPreparedSessions()
    prepared.add([])
    prepared.add(['ses_a'])
    expect(prepared.has('ses_b')).toBe(true)
  })

  test('are any once 65,536 were named: a server that runs for months stays small', () => {
    const prepared = createPreparedSessions()
    prepared.add(ids(65_535))
    expect(prepared.has('another')).toBe(false)
    prepared.add(['the last'])
    expect(prepared.has('another')).toBe(true)
  })
})

describe('the state of a session', () => {
  test('is fresh until something is remembered of it, and again when it is forgotten', () => {
    const sessions = createSessionStates()
    const fresh = sessions.of('ses_a')
    expect(fresh).toMatchObject({ compaction: 'none', stored: [], decisions: { open: null, newest: 0 } })
    sessions.update('ses_a', { compaction: 'announced' })
    sessions.update('ses_a', { stored: ['msg_1'] })
    expect(sessions.of('ses_a')).toEqual({ ...fresh, compaction: 'announced', stored: ['msg_1'] })
    expect(sessions.of('ses_b')).toEqual(fresh)
    expect(sessions.ids()).toEqual(['ses_a'])
    sessions.forget('ses_a')
    expect([sessions.of('ses_a'), sessions.ids()]).toEqual([fresh, []])
  })
})
