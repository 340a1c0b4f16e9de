import { oracleField, oracleHeaders, putHeader } from '../harness/oracleNames.js'
import { agentName, type Plugin } from './api.js'
import { settingsOf } from './settings.js'
import { type Parent, watchParent } from './watchParent.js'

export type OracleSettings = Parent

watchParent(settingsOf<OracleSettings>())

/**
 * The oracle, which is always loaded. The harness hands the true session and agent of every model request (title and compaction
 * included) to `chat.params` and `chat.headers`, after the system prompt was made, so the wire itself says whom a request was for. Older
 * versions have only `chat.params`, whose options a provider puts into the body.
 */
const oracle: Plugin = async () => ({
  'chat.params': async ({ sessionID, agent, message }, { options }) => {
    if (typeof options !== 'object' || options === null) return
    options[oracleField] = { session: sessionID, agent: agentName(agent), message: message?.id }
  },
  'chat.headers': async ({ sessionID, agent, message }, { headers }) => {
    putHeader(headers, oracleHeaders.session, sessionID)
    putHeader(headers, oracleHeaders.agent, agentName(agent))
    putHeader(headers, oracleHeaders.message, message?.id)
  },
})

export default oracle
