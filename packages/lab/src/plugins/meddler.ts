import { readFileSync } from 'node:fs'
import type { Client, Plugin, SystemOutput } from './api.js'
import { settingsOf } from './settings.js'

export interface MeddlerSettings {
  /** The file that holds the name of the meddling in force, or nothing. */
  readonly file: string
}

interface Call {
  readonly output: SystemOutput
  readonly session: string | undefined
  readonly client: Client
}

const foreign = 'A text of another plugin.'
const torn = '## Active mode\n\nposture: director — mode `gone` (agent `gone`)'
const old = `${torn}\n\nstamp: agent=gone mode=gone via=session-info registry=sha256:0\n<!-- /active-mode -->`

const append = ({ system }: SystemOutput, text: string): void => {
  system[system.length - 1] += `\n\n${text}`
}

/** What other plugins do to the system prompt, by name. */
const meddlings = {
  push: ({ output }: Call) => output.system.push(foreign),
  unshift: ({ output }: Call) => output.system.unshift(foreign),
  'change-head': ({ output }: Call) => (output.system[0] = `${foreign}\n${String(output.system[0])}`),
  replace: ({ output }: Call) => output.system.splice(0, Infinity, foreign),
  empty: ({ output }: Call) => output.system.splice(0),
  'strip-environment': ({ output }: Call) =>
    output.system.forEach((text, place) => (output.system[place] = text.replace(/<env>[^]*<\/env>/, ''))),
  'blank-entry': ({ output }: Call) => output.system.push(''),
  're-assign': ({ output }: Call) => (output.system = [foreign]),
  'no-array': ({ output }: Call) => Object.assign(output, { system: foreign }),
  'push-undefined': ({ output }: Call) => (output.system as unknown[]).push(undefined),
  'push-number': ({ output }: Call) => (output.system as unknown[]).push(42),
  'push-object': ({ output }: Call) => (output.system as unknown[]).push({ text: foreign }),
  'freeze-array': ({ output }: Call) => Object.freeze(output.system),
  'freeze-output': ({ output }: Call) => Object.freeze(output),
  seal: ({ output }: Call) => Object.seal(output.system),
  'old-block': ({ output }: Call) => append(output, old),
  'torn-block': ({ output }: Call) => append(output, torn),
  'delete-session': ({ client, session }: Call) => client.session.delete({ path: { id: session } }),
} as const

export type Meddling = keyof typeof meddlings

const { file } = settingsOf<MeddlerSettings>()
const acts: Readonly<Record<string, (call: Call) => unknown>> = meddlings

/** Does to the system prompt of every request what its file names. */
const meddler: Plugin = async ({ client }) => ({
  'experimental.chat.system.transform': async ({ sessionID: session }, output) => {
    await acts[readFileSync(file, 'utf8')]?.({ output, session, client })
  },
})

export default meddler
