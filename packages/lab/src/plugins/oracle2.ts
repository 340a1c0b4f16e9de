import { oracleHeaders, putHeader } from '../harness/oracleNames.js'
import type { Plugin2 } from './api2.js'
import { settingsOf } from './settings.js'
import { type Parent, watchParent } from './watchParent.js'

export interface Oracle2Settings extends Parent {
  /** The longest wait before a retry, in milliseconds; null: as the harness has it. */
  readonly retryDelayMs: number | null
}

const settings = settingsOf<Oracle2Settings>()

/**
 * The oracle of the second generation. The harness hands the true session, agent and kind of every model request to `model.request`,
 * after the system prompt was made, with the headers that will be sent: so the wire itself says whom a request was for.
 */
const oracle2: Plugin2 = {
  id: 'stand-in-oracle',
  setup: (ctx) => {
    ctx.session.hook('model.request', ({ headers, sessionID, agent, kind }) => {
      putHeader(headers, oracleHeaders.session, sessionID)
      putHeader(headers, oracleHeaders.agent, agent)
      putHeader(headers, oracleHeaders.kind, kind)
    })
    const { retryDelayMs } = settings
    if (retryDelayMs !== null)
      ctx.session.hook('retry', ({ decision }) => {
        decision.delay = Math.min(decision.delay, retryDelayMs)
      })
    return watchParent(settings)
  },
}

export default oracle2
