import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { decisionEvent } from '../../../src/export/decisionEvent.js'
import { readLogLines } from '../../support/copyRecording.js'
import { decodeRequest, type ReceivedRecord } from '../../support/decodeOtlp.js'
import { entryOf, threeModes } from '../../support/generateLog.js'
import { recorded, runTool } from '../../support/runTool.js'

const scratch = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'active-mode-export-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A copy of the recorded log, to be changed. */
const logCopy = (): { readonly folder: string; readonly log: string; readonly files: ReadonlyArray<string> } => {
  const folder = scratch()
  const log = join(folder, 'decisions')
  cpSync(recorded('decisions'), log, { recursive: true })
  return { folder, log, files: logFiles(log) }
}

const logFiles = (log: string): ReadonlyArray<string> => readdirSync(log).filter((name) => name.endsWith('.jsonl'))

const recordsOf = (text: string): ReadonlyArray<ReceivedRecord> =>
  text.split('\n').filter(Boolean).flatMap(decodeRequest)

const uids = (records: ReadonlyArray<ReceivedRecord>): ReadonlyArray<unknown> =>
  records.map(({ attributes }) => attributes['log.record.uid'])

const isInReadme = (name: string): boolean => readme.includes(`\`${name}\``)
const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')

describe('the recorded runs', () => {
  test.each([1, 2] as const)(
    'of the harness %i.x are exported byte for byte the same each time',
    async (generation) => {
      const { code, stdout, stderr } = await runTool(['export', '--log', recorded('decisions', generation)])
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      await expect(stdout).toMatchFileSnapshot(`golden/recorded${generation}.otlp.jsonl`)
      const copy = join(scratch(), 'elsewhere')
      cpSync(recorded('decisions', generation), copy, { recursive: true })
      expect((await runTool(['export', '--log', copy])).stdout).toBe(stdout)
    },
  )

  test.each([1, 2] as const)(
    'of the harness %i.x are what the official definitions of the protocol decode',
    async (generation) => {
      const { stdout } = await runTool(['export', '--log', recorded('decisions', generation)])
      const log = recorded('decisions', generation)
      const lines = logFiles(log).flatMap((name) => readLogLines(join(log, name)))
      const records = recordsOf(stdout)
      expect(new Set(uids(records)).size).toBe(lines.length)
      expect(records.length).toBe(lines.length)
      for (const [
        place,
        { attributes, eventName, resource, timeUnixNano, observedTimeUnixNano },
      ] of records.entries()) {
        const line = lines[place]
        expect(eventName).toBe('active_mode.decision')
        expect(observedTimeUnixNano).toBe(timeUnixNano)
        expect(new Date(Number(BigInt(timeUnixNano) / 1_000_000n)).toISOString()).toBe(line?.at)
        expect(resource).toMatchObject({ 'service.name': 'active-mode', 'service.version': line?.['plugin'] })
        expect(attributes).toMatchObject({
          'gen_ai.conversation.id': line?.sessionId,
          'gen_ai.agent.name': line?.requestAgent,
          'active_mode.posture': line?.posture._tag,
          'active_mode.confirmed': line?.confirmed,
        })
        for (const name of Object.keys(attributes)) expect(isInReadme(name), name).toBe(true)
      }
    },
  )
})

describe('what becomes of a decision', () => {
  const at = Date.parse('2026-11-30T08:00:00Z')
  const entry = async (agent: string) =>
    entryOf({ id: 'ses_a', at, turn: 1, agent, registry: 'f'.repeat(64), bundle: await threeModes() })

  test('its severity says what it means', async () => {
    const [director, copilot] = [await entry('ship'), await entry('plan')]
    const missing = [{ part: 'pack.toml', why: 'absent', detail: '/home/anna/secret' }] as const
    const degraded = { ...director, posture: { ...director.posture, _tag: 'degraded', missing } } as typeof director
    const unresolvable = {
      ...director,
      posture: { _tag: 'unresolvable', reasons: [{ _tag: 'registry-unreadable', detail: '/home/anna' }] },
    } as typeof director
    const told = (changed: typeof director) => {
      const { severity, attributes } = decisionEvent(changed, 'id')
      return [severity, attributes['active_mode.finding'], attributes['active_mode.reason']]
    }
    expect(told(director)).toEqual(['INFO', undefined, undefined])
    expect(told({ ...director, delivered: true })).toEqual(['INFO', undefined, undefined])
    expect(told(copilot)).toEqual(['INFO', undefined, ['agent-unbound']])
    expect(told(degraded)).toEqual(['WARN', undefined, ['pack.toml-absent']])
    expect(told(unresolvable)).toEqual(['WARN', undefined, ['registry-unreadable']])
    expect(told({ ...director, confirmed: null })).toEqual(['WARN', 'unconfirmed', undefined])
    expect(told({ ...director, blockSha256: null })).toEqual(['ERROR', 'director-without-block', undefined])
    expect(told({ ...director, delivered: false })).toEqual(['ERROR', 'block-lost', undefined])
    expect(told({ ...director, confirmed: false })).toEqual(['ERROR', 'told-another-posture', undefined])
    expect(told({ ...copilot, blockSha256: 'a'.repeat(64) })).toEqual([
      'ERROR',
      'copilot-with-block',
      ['agent-unbound'],
    ])
    expect(told({ ...unresolvable, blockSha256: null })).toEqual([
      'ERROR',
      'unresolvable-without-block',
      ['registry-unreadable'],
    ])
  })

  test('details of reasons, which hold paths, stay in the log', async () => {
    const director = await entry('ship')
    const posture = {
      _tag: 'unresolvable',
      reasons: [{ _tag: 'registry-unreadable', detail: '/home/anna/x' }],
    } as const
    expect(JSON.stringify(decisionEvent({ ...director, posture }, 'id'))).not.toContain('/home')
  })
})

describe('--file', () => {
  test('appends what is new, once, also after a file of the log was put aside, renamed or pruned', async () => {
    const { folder, log, files } = logCopy()
    const [first = '', second = ''] = files
    const out = join(folder, 'out.jsonl')
    const run = () => runTool(['export', '--log', log, '--file', out])
    expect(await run()).toMatchObject({ code: 0, stdout: '' })
    const all = recordsOf(readFileSync(out, 'utf8'))
    expect(all.length).toBe(20)
    await run()
    expect(recordsOf(readFileSync(out, 'utf8'))).toEqual(all)

    // The file is full and put aside, and the session goes on in a new one.
    const lines = readFileSync(join(log, first), 'utf8').split('\n').filter(Boolean)
    renameSync(join(log, first), join(log, first.replace('.jsonl', '.m1abc-7.jsonl')))
    appendFileSync(join(log, first), `${lines[0] ?? ''}\n`.replace('"elapsedMs":', '"elapsedMs":1'))
    rmSync(join(log, second))
    await run()
    const more = recordsOf(readFileSync(out, 'utf8'))
    expect(more.length).toBe(all.length + 1)
    expect(new Set(uids(more)).size).toBe(all.length + 1)
    const [state = ''] = readdirSync(folder).filter((name) => name.startsWith('export-'))
    expect(readFileSync(join(folder, state), 'utf8')).not.toContain(second)
  })

  test('begins anew where the file is gone, and after a line that was cut off', async () => {
    const { folder, log } = logCopy()
    const out = join(folder, 'out.jsonl')
    const run = (more: ReadonlyArray<string> = []) => runTool(['export', '--log', log, '--file', out, ...more])
    await run()
    const text = readFileSync(out, 'utf8')
    rmSync(out)
    await run()
    expect(readFileSync(out, 'utf8')).toBe(text)
    writeFileSync(out, '{"resourceLogs":[{"res')
    await run(['--state', join(folder, 'other.json')])
    expect(readFileSync(out, 'utf8')).toBe(`{"resourceLogs":[{"res\n${text}`)
  })
})

describe('a line that holds no decision', () => {
  test('is exported as what is missing, counted, and costs no other line', async () => {
    const { log, files } = logCopy()
    const file = join(log, files[0] ?? '')
    const whole = readFileSync(file, 'utf8')
    const [line = ''] = whole.split('\n')
    writeFileSync(
      file,
      `${whole}secret text\n{"v":1,"at":"2026-11-30T15:00:00.000Z","sessionId":"ses_x","messageId":"msg_torn","har\n{"v":1,"at":"2026-11-30T15:00:01.000Z","dropped":7}\n\n${line}\n`,
    )
    const { code, stdout, stderr } = await runTool(['export', '--log', log])
    expect(code).toBe(1)
    expect(stderr).toContain('1 line foreign-line, 1 line torn-line, 1 line dropped-lines')
    expect(stdout).not.toContain('secret')
    const records = recordsOf(stdout)
    expect(new Set(uids(records)).size).toBe(20 + 4)
    const damage = records.filter(({ eventName }) => eventName === 'active_mode.log_damage')
    for (const { attributes } of damage)
      for (const name of Object.keys(attributes)) expect(isInReadme(name), name).toBe(true)
    expect(damage.map(({ attributes, severityText }) => [severityText, attributes['active_mode.damage']])).toEqual([
      ['WARN', 'foreign-line'],
      ['WARN', 'torn-line'],
      ['WARN', 'dropped-lines'],
    ])
    expect(damage[1]?.attributes['active_mode.message.id']).toBe('msg_torn')
    expect(damage[2]?.attributes['active_mode.dropped']).toBe(7)
    // The time of the line before it, and its own.
    expect(damage[0]?.timeUnixNano).toBe(records[1]?.timeUnixNano)
    expect(damage[2]?.timeUnixNano).toBe('1796050801000000000')
  })

  test('waits for its end where it is the last, and is then exported once', async () => {
    const { folder, log, files } = logCopy()
    const file = join(log, files[0] ?? '')
    const whole = readFileSync(file, 'utf8')
    const cut = whole.length - 40
    writeFileSync(file, whole.slice(0, cut))
    const out = join(folder, 'out.jsonl')
    const run = () => runTool(['export', '--log', log, '--file', out])
    const first = await run()
    expect(first).toMatchObject({ code: 0 })
    expect(first.stderr).toContain('the last line of 1 file has no end yet')
    expect(recordsOf(readFileSync(out, 'utf8')).length).toBe(19)
    // Its end is there but for the line end, which the plugin writes with the next line.
    writeFileSync(file, whole.trimEnd())
    await run()
    writeFileSync(file, whole)
    await run()
    const records = recordsOf(readFileSync(out, 'utf8'))
    expect(records.length).toBe(20)
    expect(new Set(uids(records)).size).toBe(20)
  })
})

test('a last line without its end in a file that was put aside is torn, since nothing is added to it', async () => {
  const { log, files } = logCopy()
  const file = join(log, files[0] ?? '')
  writeFileSync(file.replace('.jsonl', '.m1abc-7.jsonl'), readFileSync(file, 'utf8').slice(0, -40))
  rmSync(file)
  const { code, stdout } = await runTool(['export', '--log', log])
  expect(code).toBe(1)
  expect(recordsOf(stdout).filter(({ eventName }) => eventName === 'active_mode.log_damage').length).toBe(1)
})

test('--since leaves out what is older', async () => {
  const { stdout } = await runTool(['export', '--log', recorded('decisions'), '--since', '2026-11-30T14:13:53Z'])
  const times = recordsOf(stdout).map(({ timeUnixNano }) => Number(BigInt(timeUnixNano) / 1_000_000n))
  expect(times.length).toBeGreaterThan(0)
  expect(times.length).toBeLessThan(20)
  expect(Math.min(...times)).toBeGreaterThanOrEqual(Date.parse('2026-11-30T14:13:53Z'))
})

describe('wrong usage is one sentence and exit code 2', () => {
  const log = ['--log', recorded('decisions')]
  test.each<readonly [string, ReadonlyArray<string>, RegExp]>([
    [
      'an endpoint that is no address',
      [...log, '--endpoint', 'localhost'],
      /--endpoint "localhost" is not an address; give one such as/,
    ],
    ['an endpoint of another protocol', [...log, '--endpoint', 'grpc://localhost:4317'], /is not an address; give/],
    [
      'an endpoint with a query',
      [...log, '--endpoint', 'http://localhost:4318/?a=b'],
      /has a query or a fragment; give/,
    ],
    ['two places', [...log, '--endpoint', 'http://localhost:4318', '--file', 'x'], /cannot be used with/],
    ['no time', [...log, '--since', 'soon'], /--since "soon" is not a time; give/],
    ['no log', ['--log', '/nowhere/log'], /there is no decision log at \/nowhere\/log; .* give --log DIR/],
    [
      'no log to follow',
      ['--log', '/nowhere/log', '--follow'],
      /there is no decision log at \/nowhere\/log; .* give --log DIR/,
    ],
    [
      'a file in no folder',
      [...log, '--file', '/nowhere/out.jsonl'],
      /\/nowhere\/out.jsonl cannot be written .*; give another file/,
    ],
    [
      'a state in no folder',
      [...log, '--state', '/nowhere/state.json'],
      /the state \/nowhere\/state.json cannot be written .*; name another/,
    ],
  ])('%s', async (_, args, sentence) => {
    const { code, stdout, stderr } = await runTool(['export', ...args])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(sentence)
  })

  test.each([
    [
      'of something else',
      '{"a":1}',
      /is not the state of an export \(it has not the keys v \(1\) and to\); name another file/,
    ],
    ['that is no JSON', 'nothing', /is not the state of an export \(it is not JSON\)/],
    ['with a bad position', '{"v":1,"to":"-","files":{"a":{"first":"x","bytes":-1}}}', /\(files\.a is no position\)/],
    [
      'of another place',
      '{"v":1,"to":"http://a/v1/logs","files":{}}',
      /is the state of an export to http:\/\/a\/v1\/logs, and this one goes to -; name/,
    ],
  ])('a state %s', async (_, text, sentence) => {
    const file = join(scratch(), 'state.json')
    writeFileSync(file, text)
    const { code, stderr } = await runTool(['export', ...log, '--state', file])
    expect(code).toBe(2)
    expect(stderr).toMatch(sentence)
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  test('a file of the log that cannot be read is named, and the others are exported', async () => {
    const { log } = logCopy()
    mkdirSync(join(log, 'ses_folder.jsonl'))
    const { code, stdout, stderr } = await runTool(['export', '--log', log])
    expect(code).toBe(1)
    expect(stderr).toMatch(/ses_folder.jsonl cannot be read \(.*\); make it readable and export again/)
    expect(recordsOf(stdout).length).toBe(20)
  })
})
