import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { ReceivedRecord } from './decodeOtlp.js'

/**
 * What the receiver does with a request, one after another, and `take` from then on: it takes it, is busy for a second or for nine, takes all but the
 * first record and says so, refuses it, or keeps it without ever answering.
 */
export type Reaction = 'take' | 'busy' | 'later' | 'part' | 'refuse' | 'keep'

export interface Receiver {
  readonly url: string
  readonly port: number
  /** Waits until it has said so. */
  readonly until: (word: string) => Promise<void>
  /** How often it reacted so. */
  readonly count: (word: string) => number
  /** Kills it, as a machine does that loses its power. */
  readonly kill: () => Promise<void>
}

const program = fileURLToPath(new URL('receiverProcess.ts', import.meta.url))

/** Starts a receiver as a process of its own. What it takes it keeps in a file, across kills. */
export const startReceiver = async (
  file: string,
  reactions: ReadonlyArray<Reaction> = [],
  port = 0,
): Promise<Receiver> => {
  const process_ = spawn(
    process.execPath,
    ['--import', 'tsx', program, file, String(port), JSON.stringify(reactions)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const words: string[] = []
  const waiting = new Set<() => void>()
  createInterface(process_.stdout).on('line', (line) => {
    words.push(line)
    waiting.forEach((check) => check())
  })
  const until = (word: string): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => {
        if (!words.some((each) => each.startsWith(word))) return
        waiting.delete(check)
        resolve()
      }
      waiting.add(check)
      check()
    })
  await until('listens')
  const listens = Number(words[0]?.split(' ')[1])
  return {
    url: `http://127.0.0.1:${listens}`,
    port: listens,
    until,
    count: (word) => words.filter((each) => each.startsWith(word)).length,
    kill: () => killed(process_),
  }
}

const killed = (process_: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (process_.exitCode !== null || process_.signalCode !== null) {
      resolve()
      return
    }
    process_.on('exit', () => resolve())
    process_.kill('SIGKILL')
  })

/** What a receiver has taken into a file, in its order. */
export const receivedIn = (file: string): ReadonlyArray<ReceivedRecord> =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as ReceivedRecord)
    : []

/** The ids of records, each once, in order. */
export const uidsOf = (records: ReadonlyArray<ReceivedRecord>): ReadonlyArray<string> =>
  [...new Set(records.map(({ attributes }) => String(attributes['log.record.uid'])))].toSorted()
