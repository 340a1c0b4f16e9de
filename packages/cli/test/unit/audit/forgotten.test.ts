import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DatabaseSync } from '@photostructure/sqlite'
import { judgeReturns } from '../../../src/audit/judgeReturns.js'
import type { StoreTurn, ToolCall } from '../../../src/store/StoreSession.js'
import { copyRecording, type Recording } from '../../support/copyRecording.js'
import { threeModes } from '../../support/generateLog.js'
import { runTool } from '../../support/runTool.js'

/* Which director forgot? Each test changes what a real harness stored, in its database and in what it exported. */

interface Finding {
  readonly id: string
  readonly sessionId: string
  readonly messageId: string
  readonly at: string
  readonly evidence: Readonly<Record<string, unknown>>
}

/** Part of a message, as the harness keeps it. */
type Piece = Readonly<Record<string, unknown>>
interface Exported {
  readonly info: { readonly id: string }
  readonly messages: ReadonlyArray<{
    readonly id: string
    readonly type: string
    readonly info: { readonly id: string; readonly role: string; readonly agent: string; readonly summary?: unknown }
    readonly parts: Piece[]
    readonly content: Piece[]
    metadata?: unknown
  }>
}

const directorIn = (run: Recording): Exported => {
  const sessions = JSON.parse(readFileSync(run.export, 'utf8')) as ReadonlyArray<Exported & { data?: Exported }>
  const [own] = sessions.map((session) => session.data ?? session).filter(({ info }) => info.id === run.director)
  if (own === undefined) throw new Error('the recording has no director')
  return own
}

const editMessage = (
  run: Recording,
  messageId: string,
  edit: (message: Exported['messages'][number]) => void,
): void => {
  const sessions = JSON.parse(readFileSync(run.export, 'utf8')) as ReadonlyArray<Exported & { data?: Exported }>
  sessions
    .flatMap((session) => (session.data ?? session).messages)
    .filter(({ id, info }) => (id ?? info.id) === messageId)
    .forEach(edit)
  writeFileSync(run.export, JSON.stringify(sessions))
}

const inStore = (run: Recording, query: string, ...given: ReadonlyArray<string>): void => {
  const db = new DatabaseSync(join(run.folder, 'opencode.db'))
  db.prepare(query).run(...given)
  db.close()
}

const findings = async (run: Recording, source: 'store' | 'export'): Promise<ReadonlyArray<Finding>> => {
  const file = source === 'store' ? join(run.folder, 'opencode.db') : run.export
  const { stdout } = await runTool(['audit', '--log', run.log, `--${source}`, file, '--json'])
  return (JSON.parse(stdout) as { findings: ReadonlyArray<Finding> }).findings
}

const both = async (run: Recording): Promise<ReadonlyArray<Finding>> => {
  const [fromStore, fromExport] = [await findings(run, 'store'), await findings(run, 'export')]
  expect(fromExport).toEqual(fromStore)
  return fromStore
}

describe('a switch away from the director', () => {
  /** The first prompt of 1.x that went to another agent than the director. */
  const prompt = (run: Recording): string =>
    directorIn(run).messages.find(({ info }) => info.role === 'user' && info.agent === 'plan')?.info.id ?? ''

  const write = (run: Recording, messageId: string, more: Piece): void => {
    inStore(run, 'UPDATE part SET data = json_patch(data, ?) WHERE message_id = ?', JSON.stringify(more), messageId)
    editMessage(run, messageId, ({ parts }) => parts.forEach((part) => Object.assign(part, more)))
  }

  test('that a program prompted (1.x) is found, with its message, its mark and its time', async () => {
    const run = copyRecording()
    write(run, prompt(run), { synthetic: true, metadata: { nudge: 1 } })
    const found = await both(run)
    expect(found).toMatchObject([
      {
        id: 'director-switched-away',
        sessionId: run.director,
        messageId: prompt(run),
        at: expect.stringMatching(/^2026-11-30T14:13:51\.4/) as string,
        evidence: { from: 'ship', to: 'plan', mode: 'ship', mark: 'synthetic, metadata: nudge' },
      },
    ])
  })

  test('that a person prompted, or that the harness carried on after a compaction, is none', async () => {
    const run = copyRecording()
    expect(await both(run)).toEqual([])
    write(run, prompt(run), { synthetic: true, metadata: { compaction_continue: true } })
    expect(await both(run)).toEqual([])
  })

  test('that a program selected (2.x) is found by what it noted on the selection, and a plain selection is none', async () => {
    const run = copyRecording(2)
    expect(await both(run)).toEqual([])
    const messageId =
      directorIn(run).messages.find(
        (message) => message.type === 'agent-switched' && 'agent' in message && message.agent === 'plan',
      )?.id ?? ''
    inStore(
      run,
      `UPDATE session_message SET data = json_set(data, '$.metadata', json('{"nudge":1}')) WHERE id = ?`,
      messageId,
    )
    editMessage(run, messageId, (message) => {
      message.metadata = { nudge: 1 }
    })
    expect(await both(run)).toMatchObject([
      {
        id: 'director-switched-away',
        sessionId: run.director,
        messageId,
        evidence: { from: 'ship', to: 'plan', mode: 'ship', mark: 'metadata: nudge' },
      },
    ])
  })
})

const ledger = '/home/me/vault/sessions/session-20261130-harbour.md'

/** A call as a generation of the harness stores it. */
const call = (generation: 1 | 2, name: string, input: object, status = 'completed'): Piece =>
  generation === 1
    ? { type: 'tool', tool: name, callID: 'c', state: { status, input } }
    : { type: 'tool', id: 'c', name, executed: true, state: { status, input } }

const readLedger = (generation: 1 | 2): Piece =>
  call(generation, 'read', generation === 1 ? { filePath: ledger } : { path: ledger })

/** The answer of the director that came first after its first compaction. */
const firstAnswer = (run: Recording, generation: 1 | 2): string => {
  const { messages } = directorIn(run)
  const at = messages.findIndex(({ type, info }) => (generation === 1 ? info.summary === true : type === 'compaction'))
  const answer = messages.slice(at + 1).find(({ type, info }) => (generation === 1 ? info.role : type) === 'assistant')
  return answer?.id ?? answer?.info.id ?? ''
}

/** Lets that answer have made some calls. */
const withCalls = (generation: 1 | 2, calls: ReadonlyArray<Piece>): { run: Recording; answer: string } => {
  const run = copyRecording(generation)
  const answer = firstAnswer(run, generation)
  calls.forEach((piece, place) => {
    if (generation === 1)
      inStore(
        run,
        'INSERT INTO part SELECT ?, id, session_id, time_created, time_updated, ? FROM message WHERE id = ?',
        `prt_zzz${place}`,
        JSON.stringify(piece),
        answer,
      )
    else
      inStore(
        run,
        "UPDATE session_message SET data = json_insert(data, '$.content[#]', json(?)) WHERE id = ?",
        JSON.stringify(piece),
        answer,
      )
    editMessage(run, answer, ({ parts, content }) => (generation === 1 ? parts : content).push(piece))
  })
  return { run, answer }
}

describe.each([1, 2] as const)('a director of the harness %i.x that comes out of a compaction', (generation) => {
  test('and acts is found, with the call and the compaction', async () => {
    const { run, answer } = withCalls(generation, [
      call(generation, 'glob', { pattern: '*' }),
      call(generation, 'read', generation === 1 ? { filePath: 'README.md' } : { path: 'README.md' }),
      call(generation, 'bash', { command: 'make' }),
      readLedger(generation),
    ])
    expect(await both(run)).toMatchObject([
      {
        id: 'acted-before-ledger',
        sessionId: run.director,
        evidence: { agent: 'ship', tool: 'bash', answer, compaction: expect.stringMatching(/^msg_/) as string },
      },
    ])
  })

  test.each([
    ['reads its ledger first', [readLedger(generation), call(generation, 'bash', { command: 'make' })]],
    ['prints its ledger first', [call(generation, 'bash', { command: `cat ${ledger}` }), call(generation, 'edit', {})]],
    ['calls what fails', [call(generation, 'bash', { command: 'make' }, 'error')]],
    ['only looks', [call(generation, 'grep', { pattern: 'x' })]],
  ])('and %s is none', async (_, calls) => {
    expect(await both(withCalls(generation, calls).run)).toEqual([])
  })

  test('is not checked where a call is stored without what it was given, and a notice says so', async () => {
    const { run } = withCalls(generation, [call(generation, 'bash', {})])
    const { stdout } = await runTool(['audit', '--log', run.log, '--export', run.export, '--json', '--require-store'])
    const { notices, findings: found } = JSON.parse(stdout) as {
      notices: ReadonlyArray<{ id: string; text: string }>
      findings: unknown
    }
    expect(found).toEqual([])
    expect(notices.find(({ id }) => id === 'returns-not-checked')?.text).toContain('without what it was given')
  })
})

test('where the registry names ledgers in another form, nobody can tell which file is one', async () => {
  const bundle = { ...(await threeModes()), ledger: 'ledger.md in the project' }
  const turn = (id: string, kind: StoreTurn['kind']): StoreTurn => ({
    id,
    answers: 'msg_a',
    isStep: false,
    isCopy: false,
    kind,
    agent: 'ship',
    createdAt: 1,
    isOpen: false,
    reachedModel: true,
    ledgers: [],
  })
  const session = {
    ...{ id: 'ses_a', parentId: null, title: null, folder: null, createdAt: 0, switches: [], unreadable: [] },
    turns: [turn('msg_b', 'compaction'), turn('msg_c', 'turn')],
  }
  const act: ToolCall = { tool: 'bash', isDone: true, path: null, hasInput: true, namesLedger: false }
  const ports = {
    registryOf: () => ({ _tag: 'found', bundle }) as const,
    blockSha256Of: () => null,
    pluginVersion: '',
    ledgerExists: null,
    since: 0,
  }
  expect([
    ...judgeReturns(
      session,
      0,
      () => 'a',
      () => [act],
      ports,
    ),
  ]).toEqual([{ _tag: 'unchecked-return', why: 'ledger-form' }])
})
