import type { Plugin } from './api.js'

const landed = new Set<string>()

/** Makes prompts land whose text asks for it, as plugins do that add context to a session; `LAND()` names no agent. */
const lander: Plugin = async ({ client }) => ({
  'experimental.chat.messages.transform': async (_, { messages }) => {
    const user = messages.findLast(({ info }) => info.role === 'user')
    const cue = user?.parts.map(({ text }) => /LAND\(([^)]*)\)/.exec(text ?? '')).find((each) => each !== null)
    if (user?.info.id === undefined || !cue || landed.has(user.info.id)) return
    landed.add(user.info.id)
    const [, agent = ''] = cue
    const { data } = await client.session.prompt({
      path: { id: user.info.sessionID },
      body: { noReply: true, ...(agent === '' ? {} : { agent }), parts: [{ type: 'text', text: 'landed' }] },
    })
    if (data === undefined) throw new Error('nothing landed')
  },
})

export default lander
