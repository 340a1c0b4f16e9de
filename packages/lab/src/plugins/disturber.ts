import { readFileSync } from 'node:fs'
import type { Plugin } from './api.js'
import { disturbances } from './disturbances.js'
import { settingsOf } from './settings.js'

export interface DisturberSettings {
  /** The file that holds the name of the disturbance in force, or nothing. */
  readonly file: string
}

const { file } = settingsOf<DisturberSettings>()

/** Does to the messages of every request what its file names. Its edits reach plugins that are loaded later. */
const disturber: Plugin = async () => ({
  'experimental.chat.messages.transform': async (_, { messages }) => {
    // The harness keeps what is edited in place for the model, so the request gets copies.
    messages.splice(0, messages.length, ...messages.map((message) => ({ ...message, info: { ...message.info } })))
    const users = messages.filter(({ info }) => info.role === 'user')
    const [first, newest] = [users[0], users.at(-1)]
    const acts: Readonly<Record<string, (typeof disturbances)[keyof typeof disturbances]>> = disturbances
    if (first !== undefined && newest !== undefined) acts[readFileSync(file, 'utf8')]?.({ messages, first, newest })
  },
})

export default disturber
