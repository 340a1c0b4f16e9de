import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runBuilt } from '../support/auditBuilt.js'
import { decodeRequest } from '../support/decodeOtlp.js'
import { blockOf, builtTool, commands, runCommand } from '../support/fleetPage.js'
import { generateLog } from '../support/generateLog.js'
import { type Reaction, receivedIn, type Receiver, startReceiver, uidsOf } from '../support/receiver.js'
import { recorded } from '../support/runTool.js'
import { startBuilt } from '../support/startBuilt.js'

const bin = fileURLToPath(new URL('../../bin/active-mode.js', import.meta.url))

const scratch = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'active-mode-export-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const receiver = async (file: string, reactions: ReadonlyArray<Reaction>, port = 0): Promise<Receiver> => {
  const started = await startReceiver(file, reactions, port)
  onTestFinished(() => started.kill())
  return started
}

/** The ids of everything in a log, as the file form has them. */
const uidsIn = (log: string): ReadonlyArray<string> =>
  uidsOf(
    runBuilt(['export', '--log', log], { maxBuffer: 2 ** 26 })
      .stdout.split('\n')
      .filter(Boolean)
      .flatMap(decodeRequest),
  )

describe('an endpoint', () => {
  test('that is busy, takes a part, and is killed in the middle of a batch has everything at least once when it is back', async () => {
    const folder = scratch()
    const { log } = await generateLog(folder, { sessions: 5, turns: 250 })
    const all = uidsIn(log)
    expect(all.length).toBe(1250)
    const file = join(folder, 'received.jsonl')
    const first = await receiver(file, ['busy', 'take', 'part', 'keep'])
    const args = ['export', '--log', log, '--endpoint', first.url]
    // A second goes by between the first two; the rest is for a busy machine.
    const begun = startBuilt(args, { OTEL_EXPORTER_OTLP_TIMEOUT: '8000' })
    await Promise.race([first.until('keep'), begun.ended])
    expect(first.count('keep'), 'it has the batch, and nobody was told so').toBe(1)
    const { port } = first
    await first.kill()
    const { code, stderr } = await begun.ended
    expect(code).toBe(2)
    expect(stderr).toContain('took a batch and says: one record is too old')
    expect(stderr).toMatch(
      /active-mode: http:\S+ did not take a batch \(.*ECONNREFUSED.*\); \d+ decisions were exported before\. When that is mended, the same command goes on from there\n/,
    )

    const second = await receiver(file, [], port)
    const again = runBuilt(args)
    expect(again.status).toBe(0)
    expect(first.count('wrong') + second.count('wrong')).toBe(0)
    const received = receivedIn(file)
    expect(received.length).toBeGreaterThan(1250)
    // The one that it rejected for good is the only one that it has not.
    const arrived = new Set(uidsOf(received))
    expect(all.filter((uid) => !arrived.has(uid)).length).toBe(1)
    expect(arrived.size).toBe(1249)

    expect(runBuilt(args).stderr).toContain('exported 0 decisions')
    expect(receivedIn(file).length).toBe(received.length)
  })

  test('that refuses a batch for good is no reason to skip it', async () => {
    const folder = scratch()
    const file = join(folder, 'received.jsonl')
    const { url } = await receiver(file, ['refuse'])
    const args = [
      'export',
      '--log',
      recorded('decisions'),
      '--endpoint',
      `${url}/v1/logs`,
      '--state',
      join(folder, 'state.json'),
    ]
    const refused = runBuilt(args)
    expect(refused.status).toBe(2)
    expect(refused.stderr).toContain('it answered 400 Bad Request: {"message":"no such tenant"}')
    expect(runBuilt(args).status).toBe(0)
    expect(uidsOf(receivedIn(file))).toEqual(uidsIn(recorded('decisions')))
  })
})

describe('--follow', () => {
  test('exports what a running harness writes, by the command of docs/fleet.md, and ends on Ctrl-C with everything sent', async () => {
    const folder = scratch()
    const { log } = await generateLog(folder, { sessions: 1, turns: 3 })
    const [name = ''] = readdirSync(log).filter((each) => each.endsWith('.jsonl'))
    const lines = readFileSync(join(log, name), 'utf8')
    const state = join(folder, 'state', 'active-mode')
    mkdirSync(join(state, 'decisions'), { recursive: true })
    const file = join(folder, 'received.jsonl')
    // The first answer is late by more than the retries are given.
    const { url } = await receiver(file, ['later'])
    const [, variable = '', address = ''] =
      /^OTEL_RESOURCE_ATTRIBUTES=(\S+) active-mode export --endpoint (\S+) --follow\n$/.exec(
        blockOf(commands, 'export-to-endpoint'),
      ) ?? []
    expect(address).toBe('http://localhost:4318')
    const { child, ended } = startBuilt(['export', '--endpoint', url, '--follow'], {
      OTEL_RESOURCE_ATTRIBUTES: variable,
      OTEL_EXPORTER_OTLP_TIMEOUT: '2000',
      XDG_STATE_HOME: join(folder, 'state'),
    })
    const own = join(state, 'decisions', name)
    appendFileSync(own, lines)
    await expect.poll(() => receivedIn(file).length, { timeout: 60_000 }).toBe(3)
    appendFileSync(own, lines.replaceAll('"elapsedMs":', '"elapsedMs":1'))
    await expect.poll(() => receivedIn(file).length, { timeout: 60_000 }).toBe(6)
    child.kill('SIGINT')
    const { code, stderr } = await ended
    expect(code).toBe(0)
    expect(stderr).toContain('it is sent again until it is taken')
    expect(stderr).toContain('exported 6 decisions')
    expect(uidsOf(receivedIn(file)).length).toBe(6)
    expect(receivedIn(file)[0]?.resource['host.name']).toBe('anna')
  })
})

describe('a file and a stream', () => {
  test('the command of docs/fleet.md that appends to a file appends what is new', async () => {
    const folder = scratch()
    const { log } = await generateLog(folder, { sessions: 1, turns: 3 })
    const programs = { 'active-mode': `${builtTool} --log '${log}'` }
    runCommand('export-to-file', folder, programs)
    const file = join(folder, 'anna.otlp.jsonl')
    const { size } = statSync(file)
    runCommand('export-to-file', folder, programs)
    expect(statSync(file).size).toBe(size)
    expect(
      readFileSync(file, 'utf8').split('\n').filter(Boolean).flatMap(decodeRequest)[0]?.resource['host.name'],
    ).toBe('anna')
  })

  const shell = (script: string) =>
    spawnSync('bash', ['-c', script, 'bash', process.execPath, bin, recorded('decisions')], { encoding: 'utf8' })

  test('a reader that has seen enough is no error', () => {
    const { status, stdout, stderr } = shell('"$1" "$2" export --log "$3" | head -1; exit "${PIPESTATUS[0]}"')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout.split('\n').length).toBe(2)
  })

  test('a full disk is exit code 2 and one sentence, and what was not written counts as not exported', () => {
    const state = join(scratch(), 'state.json')
    const { status, stderr } = shell(`"$1" "$2" export --log "$3" --state '${state}' --quiet > /dev/full`)
    expect(status).toBe(2)
    expect(stderr).toMatch(/^active-mode: stdout cannot be written \(ENOSPC[^\n]*\n$/)
    expect(existsSync(state) && readFileSync(state, 'utf8')).toContain('"files": {}')
  })
})
