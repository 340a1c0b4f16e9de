import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { buildPlugin } from '../../../../tools/build/buildPlugin.js'
import { buildCli } from '../../../cli/build/buildCli.js'
import { writeAuditSample } from './auditSample.js'
import type { Figure } from './Figure.js'
import { inBenchFolder } from './inBenchFolder.js'
import { median } from './measure.js'

const program = fileURLToPath(new URL('../../../cli/bin/active-mode.js', import.meta.url))

const size = { sessions: 1_000, turns: 1_000 }
const rounds = 3

/** A pass over the same lines that does nothing but parse them. */
const parseOnly = `
  const { readdirSync, readFileSync } = require('node:fs')
  const log = process.argv[1]
  for (const file of readdirSync(log))
    if (file.endsWith('.jsonl'))
      for (const line of readFileSync(log + '/' + file, 'utf8').split('\\n')) if (line !== '') JSON.parse(line)`

/** Says on stderr how much memory a process had in use at most. */
const sayMemory =
  'data:text/javascript,process.on("exit",()=>process.stderr.write(`${process.resourceUsage().maxRSS} kB\\n`))'

interface Run {
  readonly seconds: number
  /** The most memory that was in use, in kB. */
  readonly memory: number
}

/** One run of a process of Node, from its start to its end. */
const run = (args: ReadonlyArray<string>): Run => {
  const start = performance.now()
  const { status, stderr } = spawnSync(process.execPath, ['--import', sayMemory, ...args], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  const seconds = (performance.now() - start) / 1000
  if (status !== 0) throw new Error(`bench: the audit of a sound log ended with ${String(status)}: ${stderr}`)
  return { seconds, memory: Number.parseInt(stderr, 10) }
}

/**
 * How fast the built `active-mode audit` gets through a million decisions: read, decoded, decided again, compared and reported, its own
 * start included; alone, and with a store of as many turns. In turn with a pass that only parses the lines, so that a machine that slows
 * down slows all.
 */
export const auditFigures = async (): Promise<ReadonlyArray<Figure>> => {
  await buildPlugin()
  await buildCli()
  return inBenchFolder((folder) => {
    const { log, store } = writeAuditSample(folder, size)
    const audit = (...more: ReadonlyArray<string>): Run =>
      run([program, 'audit', '--log', log, '--json', '--quiet', ...more])
    const times = Array.from({ length: rounds }, () => ({
      bare: run(['-e', parseOnly, log]),
      alone: audit(),
      joined: audit('--store', store),
    }))
    const of = (value: (time: (typeof times)[number]) => number): number => median(times.map(value))
    return Promise.resolve([
      {
        name: 'audit: decisions of a log, audited by the command',
        value: of(({ alone }) => (size.sessions * size.turns) / alone.seconds),
        unit: 'per s',
      },
      {
        name: 'audit: the same, compared with a pass that only parses the lines',
        value: of(({ bare, alone }) => alone.seconds / bare.seconds),
        unit: '×',
        target: { atMost: 2 },
      },
      {
        name: 'audit: with a store of as many turns, decisions',
        value: of(({ joined }) => (size.sessions * size.turns) / joined.seconds),
        unit: 'per s',
      },
      {
        name: 'audit: with that store, compared with a pass that only parses the lines',
        value: of(({ bare, joined }) => joined.seconds / bare.seconds),
        unit: '×',
        target: { atMost: 2 },
      },
      {
        name: 'audit: the most memory, with that store',
        value: of(({ joined }) => joined.memory),
        unit: 'kB',
        target: { atMost: 150 * 1024 },
      },
    ])
  })
}
