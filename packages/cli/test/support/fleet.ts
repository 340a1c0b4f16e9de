import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Line } from './copyRecording.js'
import { generateLog, type GenerateOptions } from './generateLog.js'

/** The machines of the fleet. */
const machines = ['anna', 'bert', 'cleo'] as const

/** Writes the logs of three machines into a folder, with faults in them, the same every time. */
export const writeFleet = async (folder: string): Promise<void> => {
  await generate(folder, 'anna', { sessions: 3, turns: 40 })
  await generate(folder, 'bert', { sessions: 2, turns: 40, faultEvery: 16 })
  await generate(folder, 'cleo', { sessions: 1, turns: 40 })
  edit(folder, 'cleo', 20, (line) => ({
    ...line,
    plugin: '0.0.1',
    posture: { _tag: 'unresolvable', reasons: [{ _tag: 'registry-unreadable', detail: 'EACCES' }] },
    confirmed: null,
    elapsedMs: 2000,
  }))
  edit(folder, 'anna', 25, (line) =>
    line['posture']._tag === 'copilot'
      ? { ...line, blockSha256: 'a'.repeat(64), blockBytes: 10, confirmed: false, requestAgent: 'pl"an\\ü' }
      : line,
  )
  edit(folder, 'anna', 33, (line) =>
    line['posture']._tag === 'director' ? { ...line, requestAgent: 'another', confirmed: true } : line,
  )
  const [name = ''] = logFiles(join(folder, 'bert', 'decisions'))
  appendFileSync(
    join(folder, 'bert', 'decisions', name),
    '{"v":1,"at":"2026-11-30T08:59:00.000Z","dropped":7}\n{"v":1,"at":"2026-11-30T09:00:00.000Z","sessionId":"se\n',
  )
}

const logFiles = (log: string): ReadonlyArray<string> => readdirSync(log).filter((each) => each.endsWith('.jsonl'))

/** No two machines have sessions of the same ids. */
const generate = async (folder: string, machine: string, options: GenerateOptions): Promise<void> => {
  const { log } = await generateLog(join(folder, machine), options)
  for (const name of logFiles(log)) {
    const id = name.replace('.jsonl', '')
    writeFileSync(
      join(log, `${id}${machine}.jsonl`),
      readFileSync(join(log, name), 'utf8').replaceAll(id, id + machine),
    )
    rmSync(join(log, name))
  }
}

/** Changes every `every`-th line of a machine's log. */
const edit = (folder: string, machine: string, every: number, change: (line: Line) => Line): void => {
  const log = join(folder, machine, 'decisions')
  for (const name of logFiles(log)) {
    const lines = readFileSync(join(log, name), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line)
    writeFileSync(
      join(log, name),
      lines.map((line, at) => `${JSON.stringify(at % every === 0 ? change(line) : line)}\n`).join(''),
    )
  }
}

/** Every decision of the fleet, read without an engine. */
export const decisionsOf = (folder: string): ReadonlyArray<Line & { readonly machine: string }> =>
  machines.flatMap((machine) => {
    const log = join(folder, machine, 'decisions')
    return logFiles(log)
      .flatMap((name) =>
        readFileSync(join(log, name), 'utf8')
          .split('\n')
          .filter((line) => line.endsWith('}') && !line.includes('"dropped"')),
      )
      .map((line) => ({ ...(JSON.parse(line) as Line), machine }))
  })
