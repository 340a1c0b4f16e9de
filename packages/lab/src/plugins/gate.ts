import { appendFileSync } from 'node:fs'
import { agentName, type Part, type Plugin } from './api.js'
import { settingsOf } from './settings.js'

export interface GateSettings {
  /** Gets a `GateEvent` a line. */
  readonly file: string
  /** A prompt that holds this text has its session's title made before its system prompt. */
  readonly afterTitle: string
}

/** Something that happened at the gate. */
export interface GateEvent {
  /** `prepared`: all plugins have seen the messages of the turn; `passed`: its system prompt may now be made. */
  readonly at: 'prepared' | 'title-made' | 'passed' | 'gave-up'
  readonly session: string
}

const { file, afterTitle } = settingsOf<GateSettings>()

const note = (at: GateEvent['at'], session: string): void =>
  appendFileSync(file, `${JSON.stringify({ at, session })}\n`)

const textOf = (parts: ReadonlyArray<Part> = []): string => parts.map(({ text }) => text ?? '').join('')

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const cues = new Map<string, string>()
const entered = new Set<string>()
const titled = new Set<string>()
const meetings = new Map<string, ReadonlyArray<string>>()

const until = async (session: string, claim: () => boolean): Promise<void> => {
  const end = Date.now() + 15_000
  while (!claim()) {
    if (Date.now() > end) return note('gave-up', session)
    await pause(5)
  }
}

/** Waits until `count` sessions have come to a meeting. The last that came goes first. */
const meet = async (session: string, name: string, count: number): Promise<void> => {
  const all = (): ReadonlyArray<string> => meetings.get(name) ?? []
  meetings.set(name, [...all(), session])
  await until(session, () => all().length >= count)
  await pause(30 * (all().length - all().indexOf(session)))
}

/** Holds hooks of the harness back until others ran, so that an order that is rare becomes certain. */
const gate: Plugin = async () => ({
  'chat.message': async ({ sessionID = '' }, { parts }) => {
    const text = textOf(parts)
    if (text.includes(afterTitle) || text.includes('MEET(')) cues.set(sessionID, text)
  },
  'experimental.chat.system.transform': async ({ sessionID = '' }, { system }) => {
    const text = cues.get(sessionID)
    if (text === undefined) return
    if (!system.join('\n').includes('<env>')) return until(sessionID, () => entered.has(sessionID))
    cues.delete(sessionID)
    note('prepared', sessionID)
    entered.add(sessionID)
    if (text.includes(afterTitle)) await until(sessionID, () => titled.has(sessionID))
    const [, name, count] = /MEET\((\w+),(\d+)\)/.exec(text) ?? []
    if (name !== undefined) await meet(sessionID, name, Number(count))
    note('passed', sessionID)
  },
  'chat.params': async ({ sessionID = '', agent }) => {
    if (!entered.has(sessionID) || agentName(agent) !== 'title') return
    titled.add(sessionID)
    note('title-made', sessionID)
  },
})

export default gate
